import type { SourceSettings } from '../../../domain/api/graphql-server-source.ts';
import type { ServerReport } from '../../../openapi/to-graphql/model.ts';

export type BuildRequest = {
  readonly sources: readonly SourceSettings[];
  /** JSON texts by the names of their sources. */
  readonly documents: Readonly<Record<string, string>>;
  /** The access policies, which have to be for the fields that it gets; not looked at unless given. */
  readonly policies?: unknown;
  /** The schema that the server has until then: the report tells what callers of it lose. */
  readonly servedSdl?: string | null;
};

export type BuildResult = {
  /** A BuiltServer as JSON text. */
  readonly built: string;
  readonly report: ServerReport;
  readonly sdl: string;
};
