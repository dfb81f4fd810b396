import { z } from 'zod';
import type { RecordType } from '../../schemas/record.js';
import type { StageSpec } from '../../db/index.js';
import type { Stage } from './stage.js';
import { canonicalJson, sha256 } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';

/** A stage placed in a recipe: with its parameters and the stages whose outputs it reads. */
export interface PlacedStage {
  readonly stage: Stage;
  readonly params: unknown;
  /** Names of earlier stages; empty for a source. */
  readonly from: readonly string[];
}

/** The ordered list of stages that makes one benchmark. */
export interface Recipe {
  readonly name: string;
  readonly stages: readonly PlacedStage[];
}

/**
 * Places a stage in a recipe.
 * @param stage - the stage
 * @param params - its parameters, checked here
 * @param from - names of the stages it reads
 * @returns the placed stage
 * @throws ZodError when the parameters are not the stage's
 */
export function place(stage: Stage, params: unknown, from: readonly string[] = []): PlacedStage {
  return { stage, params: stage.params.parse(params), from };
}

/**
 * Makes a recipe and proves its wiring: unique names, one source, inputs that earlier stages put out.
 * @param name - name of the benchmark
 * @param stages - placed stages in order
 * @returns the recipe
 * @throws FatalError `internal` when the wiring is wrong
 */
export function defineRecipe(name: string, stages: readonly PlacedStage[]): Recipe {
  const outputs = new Map<string, Set<string>>();
  for (const { stage, from } of stages) {
    const wrong = (what: string) => new FatalError('internal', `Recipe ${name}, stage ${stage.name}: ${what}.`);
    if (outputs.has(stage.name)) throw wrong('the name is used twice');
    const offered = new Set(from.flatMap((source) => [...(outputs.get(source) ?? [])]));
    for (const source of from) if (!outputs.has(source)) throw wrong(`reads ${source}, which does not stand before it`);
    for (const type of inputTypes(stage)) if (!offered.has(type)) throw wrong(`no stage it reads puts out ${type}`);
    outputs.set(stage.name, new Set(stage.outputs.map((type) => type.type)));
  }
  const sources = stages.filter(({ stage }) => stage.shape === 'source').length;
  if (sources !== 1) throw new FatalError('internal', `Recipe ${name} has ${sources} source stages: it needs one.`);
  return Object.freeze({ name, stages });
}

/**
 * Names of the record types a stage reads.
 * @param stage - any stage
 * @returns type names, none for a source
 */
export function inputTypes(stage: Stage): string[] {
  if (stage.shape === 'source') return [];
  return stage.shape === 'map' ? [stage.input.type] : stage.inputs.map((type) => type.type);
}

/**
 * What a placed stage hashes to: name, version, parameters and the schemas of what it reads and writes. A result is reused
 * exactly when fingerprint and input are in the ledger together.
 * @param placed - a stage in a recipe
 * @returns fingerprint and the text it is the hash of
 */
export function fingerprint(placed: PlacedStage): StageSpec {
  const { stage, params } = placed;
  const schemas = (types: readonly RecordType[]) =>
    Object.fromEntries(types.map((type) => [type.type, z.toJSONSchema(type.schema)]));
  const inputs = stage.shape === 'source' ? [] : stage.shape === 'map' ? [stage.input] : stage.inputs;
  const spec = canonicalJson({
    name: stage.name,
    version: stage.version,
    params,
    inputs: schemas(inputs),
    outputs: schemas(stage.outputs),
  });
  return { fingerprint: sha256(spec), name: stage.name, version: stage.version, spec };
}
