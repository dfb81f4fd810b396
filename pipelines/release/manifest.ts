import type { Benchmark, RecipeInputs } from '../benchmark.js';
import type { Built } from '../engine/build.js';
import type { Snapshot } from '../engine/snapshot.js';
import { Manifest } from '../../schemas/release.js';
import { PACKAGE } from '../package-info.js';

/**
 * Everything that decided the bytes of a release.
 * @param benchmark - what was built
 * @param inputs - configuration, wiki and popularity sources
 * @param built - the finished build
 * @param version - of the release
 * @param files - the data files with their numbers of lines
 * @param licence - of the release
 * @returns the manifest, checked against its schema
 */
export function makeManifest(
  benchmark: Benchmark,
  inputs: RecipeInputs,
  built: Built,
  version: string,
  files: Manifest['files'],
  licence: string,
): Manifest {
  const { flow, slots, snapshot } = built;
  const source = slots.find((slot) => slot.stage.shape === 'source')!;
  return Manifest.parse({
    benchmark: benchmark.name,
    version,
    generator: PACKAGE,
    licence,
    synthetic_popularity: inputs.popularity.some((one) => one.synthetic),
    source: {
      kind: inputs.wiki.kind,
      location: inputs.wiki.location,
      fingerprint: source.spec.fingerprint,
      snapshot: snapshot.hash,
      pages: (snapshot.content() as Snapshot).pages.filter((page) => page.revision !== null).length,
    },
    config: benchmark.manifestConfig(inputs),
    stages: slots.map((slot) => ({
      name: slot.stage.name,
      version: slot.spec.version,
      ...(slot === source ? {} : { fingerprint: slot.spec.fingerprint }),
      inputs: slot === source ? 0 : built.inputs.get(slot.slot)!,
      outputs: flow.outputCount(slot.slot),
      rejected: flow.rejected(slot.slot, slot.id),
    })),
    files,
  });
}
