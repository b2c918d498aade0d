import { execFile } from 'node:child_process';

/** Runs a command. @returns its exit code, what it wrote to standard output, and all that it wrote */
export function execute(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({
        code: error ? (error.code ?? 1) : 0,
        stdout,
        output: `${stdout}${stderr}${error?.code === 'ENOENT' ? error.message : ''}`,
      }),
    );
  });
}
