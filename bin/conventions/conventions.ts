import ts from 'typescript';
import { docstringFault } from './docstring-fault.ts';
import { literalSpreads } from './literal-spreads.ts';
import { LINES_MAX, longFunctions } from './long-functions.ts';

/** Files of tests, whose titles say what they hold. What they share is read like the code. */
const TITLED = /^test\/(?!support\/)/;

/** Files of the product. The functions of tests and benchmarks tell a story, as long as it is. */
const OF_PRODUCT = /^(?:src|web|bin)\//;

/** Lists what a file does against the conventions, each as "line: fault". */
export function conventionFaults(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const at = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const spreads = literalSpreads(source).map(
    (node) => `${at(node.getStart())}: spreads a literal into a literal: write its members there`,
  );
  const docstrings = (TITLED.test(file) ? [] : docstringsOf(source)).flatMap((docstring) => {
    const fault = docstringFault(text.slice(docstring.pos, docstring.end));
    return fault ? [`${at(docstring.pos)}: the docstring ${fault}`] : [];
  });
  const long = (OF_PRODUCT.test(file) ? longFunctions(source) : []).map(
    (node) =>
      `${at(node.getStart())}: the function has more than ${LINES_MAX} lines: make smaller ones of it`,
  );
  return [...spreads, ...docstrings, ...long];
}

function docstringsOf(source: ts.SourceFile): ts.JSDoc[] {
  const found = new Set<ts.JSDoc>();
  const visit = (node: ts.Node): void => {
    for (const part of ts.getJSDocCommentsAndTags(node)) if (ts.isJSDoc(part)) found.add(part);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}
