import type { Config } from '../../schemas/config.js';
import type { SnapshotChoice } from '../engine/survey.js';
import { estimatePlan, estimateText } from '../engine/estimate.js';
import { plan } from '../engine/plan.js';
import { planText } from './plan-text.js';
import { print } from './print.js';
import { lookAtWorkspace } from './workspace.js';

/**
 * Prints what a build would do and cost; writes nothing. `plan` and `build --dry-run` are this.
 * @param name - benchmark
 * @param config - the configuration
 * @param choice - which snapshot
 * @param json - as one JSON object
 * @returns when it is printed
 */
export function showPlan(
  name: string,
  config: Config,
  choice: SnapshotChoice,
  json: boolean | undefined,
): Promise<void> {
  return lookAtWorkspace(name, config, ({ store, recipe }) => {
    const planned = plan(store, recipe, choice);
    const estimate = estimatePlan(store, planned);
    print(json, { ...planned, estimate }, `${planText(planned)}\n${estimateText(estimate)}`);
  });
}
