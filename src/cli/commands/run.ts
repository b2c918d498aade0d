import { platformOptions, readArguments, readDuration } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { readText, variablesIn } from '../document-file.ts';
import { chooseOperation, readVariable } from '../graphql-document.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse run FILE.graphql [options]

Sends a document to the management API and prints its data as JSON; errors go to standard error.

      --var NAME=VALUE      a variable; lists, numbers and objects as JSON
      --vars FILE           variables as YAML or JSON; --var counts more
      --operation NAME      which one, when the document has several
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse run stage.graphql --var product=customer:2.0.0
  gatehouse run stage.graphql --vars staging.yaml

Exit code: 0 done, 1 fault or anything of the document was refused, 2 wrong call.
`;

const options = {
  ...platformOptions,
  var: { type: 'string', multiple: true },
  vars: { type: 'string' },
  operation: { type: 'string' },
} as const;

export const run: Command = {
  name: 'run',
  summary: 'sends a GraphQL document to the management API',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0)
      fail('USAGE', 'Name one document: gatehouse run FILE.graphql');
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const document = readText(context, file);
    const operation = chooseOperation(file, document, values.operation);
    const entries = (values.var ?? []).map((text) => readVariable(operation, text));
    const variables = { ...variablesIn(context, values.vars), ...Object.fromEntries(entries) };
    const management = createManagement(context, findTarget(context, values.profile));
    const { data, errors } = await withProgress(context, `Running ${file}`, () =>
      management.ask({ document, variables, operationName: operation.name?.value, timeoutMs }),
    );
    if (data) context.out.write(`${JSON.stringify(data, null, 2)}\n`);
    for (const { code, message } of errors)
      context.err.write(`gatehouse: ${printable(code)}: ${printable(message)}\n`);
    return errors.length === 0 ? exit.done : exit.fault;
  },
};
