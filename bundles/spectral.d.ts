/** A finding as Spectral tells it. Its severity is 0 (error) to 3 (hint), its range counts lines from 0. */
export type SpectralResult = {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly severity: number;
};

export type SpectralThen = { readonly function: (...args: readonly unknown[]) => unknown };
export type SpectralRule = { readonly name: string; enabled: boolean; then: SpectralThen[] };

/** The rules of Spectral, made of a definition whose functions are those of `functions`. */
export class Ruleset {
  constructor(definition: unknown);
  readonly rules: Readonly<Record<string, SpectralRule>>;
}

export class Document {
  constructor(text: string, parser: unknown);
}

/** Reads what a document refers to. Without readers it reads nothing outside of the document. */
export class Resolver {
  constructor(options: { readonly resolvers: Readonly<Record<string, never>> });
}

export class Spectral {
  constructor(options: { readonly resolver: Resolver });
  setRuleset(ruleset: Ruleset): void;
  run(document: Document, options: { readonly ignoreUnknownFormat: boolean }): Promise<SpectralResult[]>;
}

export const Json: unknown;
/** The rule set spectral:oas. */
export const oas: unknown;
export const functions: Readonly<Record<string, unknown>>;
export const formats: Readonly<Record<string, unknown>>;
