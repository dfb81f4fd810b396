import { packageVersion } from '../extractors/http/user-agent.js';

/** Name and version of this package, as releases state them. */
export const PACKAGE: { readonly name: string; readonly version: string } = {
  name: 'folkways',
  version: packageVersion(),
};
