import './console/console.css';
import { accessTokenPlugin } from './console/access-token.tsx';
import { examplesPlugin } from './console/examples.tsx';
import { createFetcher } from './graphiql/fetcher.ts';
import { mountGraphiQL } from './graphiql/mount.tsx';
import { readProps } from './page.ts';
import type { ConsoleProps } from './props.ts';

const props = readProps<ConsoleProps>();
const { endpoint, examples, open, texts } = props;

mountGraphiQL({
  part: 'console',
  // No page of another origin can send this header: a cookie alone moves nothing.
  fetcher: createFetcher(() => ({ url: endpoint, headers: { 'x-gatehouse-console': '1' } })),
  linked: open,
  firstPanel: texts.examples,
  plugins: [examplesPlugin(examples, texts), accessTokenPlugin(props)],
  inputValueDeprecation: true,
});
