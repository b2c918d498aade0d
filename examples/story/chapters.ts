import { alteredTokens } from './chapters/altered-tokens.ts';
import { audit } from './chapters/audit.ts';
import { backEnds } from './chapters/back-ends.ts';
import { consumer } from './chapters/consumer.ts';
import { graphqlProxy } from './chapters/graphql-proxy.ts';
import { migration } from './chapters/migration.ts';
import { versionOne } from './chapters/version-one.ts';
import { versionTwo } from './chapters/version-two.ts';
import type { Chapter } from './step.ts';

/** In the order in which it is told. */
export const chapters: readonly Chapter[] = [
  backEnds,
  versionOne,
  consumer,
  versionTwo,
  migration,
  alteredTokens,
  graphqlProxy,
  audit,
];
