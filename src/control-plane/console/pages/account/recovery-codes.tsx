import { CopyButton } from '../../../../ui/components/copy-button.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { type FrameOwner, show } from '../parts/frame.tsx';

type Codes = { readonly codes: readonly string[]; readonly next: string };

/** Shows recovery codes. They can be read only now. */
export function showRecoveryCodes(owner: FrameOwner, { codes, next }: Codes): Response {
  const { copy, account } = owner.text;
  const text = account.recoveryCodes;
  return show(
    owner,
    <div class="card narrow">
      <h1 class="title">{text.heading}</h1>
      <Notice tone="warning">
        <p class="text">{text.once}</p>
      </Notice>
      <ol class="recovery-codes">
        {codes.map((code) => (
          <li>
            <code class="code">{code}</code>
          </li>
        ))}
      </ol>
      <div class="row">
        <CopyButton text={codes.join('\n')} label={copy.label} what={text.what} copied={copy.done} />
        <a class="button button-primary" href={next}>
          {text.kept}
        </a>
      </div>
    </div>,
    { title: text.title, menu: '/console/account' },
  );
}
