import { Refusal, type RefusalCode } from '../../../foundation/errors.ts';
import { messageInShort } from '../../../graphql/server/message-in-short.ts';

type DocumentFault = {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
};

/**
 * The refusal of a GraphQL document for its content or its variables, fault by fault.
 *
 * It is a request error in the words of GraphQL's specification.
 */
export class DocumentRefusal extends Refusal {
  readonly errors: readonly DocumentFault[];

  constructor(
    code: RefusalCode,
    errors: readonly {
      readonly message: string;
      readonly locations?: DocumentFault['locations'] | undefined;
    }[],
  ) {
    const positions = errors.flatMap(({ locations }) => locations ?? []);
    super(code, {
      detail: messageInShort(errors[0]?.message ?? ''),
      facts: { places: positions.map(({ line, column }) => ({ line, column })) },
    });
    this.errors = errors.map(({ message, locations }) => ({
      message: messageInShort(message),
      ...(locations && { locations }),
    }));
  }
}

/** Converts a refusal of the measurement to that of the document. @throws the error itself, where it is no refusal */
export function asDocumentRefusal(error: unknown): DocumentRefusal {
  if (!(error instanceof Refusal)) throw error;
  return error instanceof DocumentRefusal
    ? error
    : new DocumentRefusal(error.code, [{ message: error.message }]);
}
