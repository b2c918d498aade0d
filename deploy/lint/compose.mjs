import { execute } from './execute.mjs';

/** @returns what is wrong with compose.yaml by the Compose specification's schema and dclint's rules */
export async function lintCompose(file = 'compose.yaml') {
  const { code, output } = await execute(process.execPath, [
    'deploy/lint/node_modules/dclint/bin/dclint.cjs',
    '--config',
    'deploy/lint/.dclintrc.json',
    '--max-warnings',
    '0',
    file,
  ]);
  return code === 0 ? [] : [output];
}
