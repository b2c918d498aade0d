import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { jsonText } from '../../foundation/json-text.ts';

/** Answers with what fields have written as JSON already, as it is. */
export function useWrittenJson(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if ('data' in result) setResult({ ...result, stringify });
    },
  };
}

const stringify = (result: ExecutionResult) => jsonText(result).pieces.join('');
