/** One template call, arguments already expanded. */
export interface TemplateCall {
  /** Lower case, without the namespace. */
  readonly name: string;
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
}
