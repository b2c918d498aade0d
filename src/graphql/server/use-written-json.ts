import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { jsonText } from '../../foundation/json-text.ts';

/** Passes on JSON that fields have written already. */
export function useWrittenJson(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if ('data' in result) setResult({ ...result, stringify });
    },
  };
}

const stringify = (result: ExecutionResult) => jsonText(result).pieces.join('');
