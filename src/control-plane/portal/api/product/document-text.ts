import type { JsonObject } from '../../../../foundation/json.ts';
import { type ListedOperation, operationList } from '../../../../openapi/operation-list.ts';
import { type ConsumerView, consumerDocument } from './consumer-document.ts';

/** An OpenAPI document as JSON text, and what it is to be for consumers. */
export type DocumentTextInput = { readonly openapi: string; readonly view: ConsumerView };
export type DocumentTextResult = { readonly text: string; readonly operations: readonly ListedOperation[] };

/** Makes the document of an API for consumers, as JSON text with its operations. Large documents are for a thread. */
export function documentText({ openapi, view }: DocumentTextInput): DocumentTextResult {
  const document = consumerDocument(JSON.parse(openapi) as JsonObject, view);
  return { text: JSON.stringify(document), operations: operationList(document) };
}
