import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { refuse } from '../../foundation/errors.ts';
import { isStorable, unstorableAt } from '../../foundation/text/text.ts';

const SENTENCE = 'A text holds a NUL or half a character, which nothing here can store: leave it out.';

/** Refuses texts that no database stores, in variables and documents. It runs before anything else uses them. */
export function useStorableText(): Plugin {
  return {
    onParams({ params: { variables } }) {
      const path = unstorableAt(variables);
      if (path) refuse('BAD_USER_INPUT', { detail: SENTENCE, path });
    },
    onValidate({ addValidationRule }) {
      addValidationRule(storableText);
    },
  };
}

function storableText(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      if (isStorable(node.value)) return;
      context.reportError(
        new GraphQLError(SENTENCE, { nodes: node, extensions: { code: 'BAD_USER_INPUT' } }),
      );
    },
  };
}
