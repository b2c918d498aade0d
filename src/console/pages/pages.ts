import type { ConsolePages } from '../visit.ts';
import { graphiql } from './graphiql.tsx';
import { overview } from './overview.tsx';
import { picture } from './picture.tsx';

/** Every page of the console but its sign-in: one file a page, one line here. */
export const pages: readonly ((pages: ConsolePages) => void)[] = [graphiql, overview, picture];
