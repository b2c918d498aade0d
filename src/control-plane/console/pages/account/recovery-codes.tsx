import { CopyButton } from '../../../../ui/components/copy-button.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { type FrameOwner, show } from '../parts/frame.tsx';

type Codes = { readonly codes: readonly string[]; readonly next: string };

/** Shows recovery codes. They can be read only now. */
export function showRecoveryCodes(owner: FrameOwner, { codes, next }: Codes): Response {
  return show(
    owner,
    <div class="card narrow">
      <h1 class="title">Your recovery codes</h1>
      <Notice tone="warning">
        <p class="text">
          They are shown this once. Keep them where you do not keep your passkeys: each signs you in one time,
          in place of a passkey.
        </p>
      </Notice>
      <ol class="recovery-codes">
        {codes.map((code) => (
          <li>
            <code class="code">{code}</code>
          </li>
        ))}
      </ol>
      <div class="row">
        <CopyButton text={codes.join('\n')} label="Copy" what="recovery codes" copied="Copied" />
        <a class="button button-primary" href={next}>
          I have kept them
        </a>
      </div>
    </div>,
    { title: 'Recovery codes', menu: '/console/account' },
  );
}
