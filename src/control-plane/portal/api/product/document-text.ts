import type { ErrorTemplate } from '../../../../domain/api/error-templates.ts';
import type { JsonObject } from '../../../../foundation/json.ts';
import { type DocumentWords, documentWords } from '../../../../openapi/document/document-words.ts';
import { type ListedOperation, operationList } from '../../../../openapi/operation-list.ts';
import { type ConsumerView, consumerDocument, shownDocument } from './consumer-document.ts';
import { withGatewayAnswers } from './gateway-answers.ts';

/** An OpenAPI document as JSON text, and what it is to be for consumers. */
type DocumentTextInput = {
  readonly openapi: string;
  readonly view: ConsumerView;
  /** The API's own bodies of refusals. */
  readonly errorTemplates: readonly ErrorTemplate[];
};
type DocumentTextResult = {
  readonly text: string;
  readonly operations: readonly ListedOperation[];
  readonly words: DocumentWords;
};

/**
 * Makes the document of an API for consumers, as JSON text with its operations. Large documents are for a child
 * process.
 */
export function documentText({ openapi, view, errorTemplates }: DocumentTextInput): DocumentTextResult {
  const shown = shownDocument(JSON.parse(openapi) as JsonObject, view);
  const document = withGatewayAnswers(consumerDocument(shown, view), errorTemplates);
  return {
    text: JSON.stringify(document),
    operations: operationList(document),
    words: documentWords(shown),
  };
}
