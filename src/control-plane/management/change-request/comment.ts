import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { builder, inOrg } from '../builder.ts';
import { ChangeRequestRef } from './change-request.ts';
import { requestNumbered } from './request-rows.ts';

const CHARACTERS_MAX = 4_000;
const COMMENTS_MAX = 200;

/** Checks the text of a comment. @throws BAD_USER_INPUT */
export function commentOf(text: string, path: InputPath): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= CHARACTERS_MAX) return trimmed;
  return refuse('BAD_USER_INPUT', {
    detail: `A comment has 1 to ${CHARACTERS_MAX} characters; this has ${trimmed.length}.`,
    path,
  });
}

const CommentOnChangeInput = builder.inputType('CommentOnChangeInput', {
  description: 'A comment on a change request.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
    text: t.string({ required: true, description: 'The text, at most 4,000 characters.' }),
  }),
});

builder.mutationField('commentOnChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description: 'Comments on a change request, open or closed. It holds at most 200 comments.',
    args: {
      input: t.arg({ type: CommentOnChangeInput, required: true, description: 'The comment.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const text = commentOf(input.text, ['input', 'text']);
      const { number } = input;
      const request = { orgId, action: 'commentOnChange', subject: `#${number}`, keepsRevision: true };
      return context.change(request, async (transaction) => {
        const { id } = await requestNumbered(transaction, { orgId, number });
        const count = await transaction.changeComment.count({ where: { changeRequestId: id } });
        if (count >= COMMENTS_MAX)
          refuse('QUOTA_EXCEEDED', {
            detail: `Change request ${number} has ${COMMENTS_MAX} comments, which is all that it takes.`,
          });
        const data = { changeRequestId: id, writtenBy: context.caller.actor, text, at: context.clock() };
        await transaction.changeComment.create({ data });
        return transaction.changeRequest.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
);
