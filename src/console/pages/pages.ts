import type { ConsolePages } from '../visit.ts';
import { graphiql } from './graphiql.tsx';

/** Every page of the console but its sign-in: one file a page, one line here. */
export const pages: readonly ((pages: ConsolePages) => void)[] = [graphiql];
