import { styleText } from 'node:util';
import type { Outcome } from './step.ts';
import type { Exchange } from './wire.ts';

const INDENT = '      ';
const WIDTH_MIN = 60;
const WIDTH_MAX = 120;
const LINES_MAX = 4;

type Style = Parameters<typeof styleText>[0];

/** Writes the story to the terminal; without colours where nobody sees them. */
export type Printer = {
  heading(title: string, lines: readonly string[]): void;
  chapter(title: string): void;
  step(printed: PrintedStep): void;
  closing(line: string, held: boolean): void;
};

export type PrintedStep = {
  readonly number: number;
  readonly title: string;
  readonly outcome: Outcome;
  /** The number of the step that this one needs, where it was not tried. */
  readonly missingNumber: number | undefined;
  readonly evidence: readonly Exchange[];
};

export function createPrinter(out: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Printer {
  const isColoured = out.isTTY && !env['NO_COLOR'];
  const width = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, out.columns ?? WIDTH_MAX));
  const paint = (style: Style, text: string) => (isColoured ? styleText(style, text) : text);
  const line = (text = '') => void out.write(`${text}\n`);
  const paragraph = (sign: string, text: string, style: Style) => {
    for (const [index, row] of wrapped(text, width - INDENT.length - 2).entries())
      line(`${INDENT}${index === 0 ? paint('dim', sign) : ' '} ${paint(style, row)}`);
  };

  return {
    heading(title, lines) {
      line(`\n${paint('bold', title)}`);
      for (const each of lines) line(paint('dim', each));
      line();
    },
    chapter: (title) => line(`${paint(['bold', 'cyan'], title)}\n`),
    step({ number, title, outcome, missingNumber, evidence }) {
      const mark = outcome.kind === 'HELD' ? paint('green', '✓') : paint('red', '✗');
      line(`${paint('dim', `${number}`.padStart(3))} ${mark} ${paint('bold', title)}`);
      for (const { request, answer } of evidence) {
        paragraph('→', request, 'dim');
        paragraph('←', answer, 'reset');
      }
      if (outcome.kind === 'FAILED') paragraph('✗', outcome.reason, 'red');
      if (outcome.kind === 'NOT_TRIED')
        paragraph('✗', `not tried: it needs step ${missingNumber}, "${outcome.missing.title}"`, 'yellow');
      line();
    },
    closing: (text, held) => line(paint(['bold', held ? 'green' : 'red'], text)),
  };
}

/** Breaks a text into rows, at spaces where there are any. A text that is too long ends in an ellipsis. */
function wrapped(text: string, width: number): string[] {
  const rows: string[] = [];
  let rest = text;
  while (rest.length > width && rows.length < LINES_MAX - 1) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > width / 2 ? space : width;
    rows.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...rows, rest.length > width ? `${rest.slice(0, width - 1)}…` : rest];
}
