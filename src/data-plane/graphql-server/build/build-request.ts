import type { SourceSettings } from '../../../domain/api/graphql-server-source.ts';
import type { ServerReport } from '../../../openapi/to-graphql/model.ts';

export type BuildRequest = {
  readonly sources: readonly SourceSettings[];
  /** JSON texts by the names of their sources. */
  readonly documents: Readonly<Record<string, string>>;
  /** Access policies, which have to fit the fields of the server. Not validated when missing. */
  readonly policies?: unknown;
  /** The served schema so far. The report lists what its callers lose. */
  readonly servedSdl?: string | null;
};

export type BuildResult = {
  /** A BuiltServer as JSON text. */
  readonly built: string;
  readonly report: ServerReport;
  readonly sdl: string;
};
