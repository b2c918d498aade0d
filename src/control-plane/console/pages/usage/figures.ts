import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

/** Figures of a group of calls. */
export const FIGURES = graphql(`
  fragment Figures on UsageGroup @_unmask {
    calls answered clientErrors limited refused serverErrors measuredRefusals p50Ms p95Ms p99Ms
  }
`);

export type Figures = ResultOf<typeof FIGURES>;
export type FiguresInTime = Figures & { readonly from: string | null };
