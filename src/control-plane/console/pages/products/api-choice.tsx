import { compareVersions, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { CheckBoxes } from '../../../../ui/components/choice.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';

/** An API that a product may hold. */
export type ChoosableApi = VersionedName & { readonly title: string; readonly basePath: string };

type ApiChoiceProps = {
  readonly apis: readonly ChoosableApi[];
  /** The chosen ones, as `name:version`. They stand first, in their order. */
  readonly chosen: readonly string[];
  readonly refused: Refused | undefined;
};

/** The APIs of an org, of which a product holds those that are ticked. */
export function ApiChoice({ apis, chosen, refused }: ApiChoiceProps) {
  const { productApis } = useTexts().text.products;
  const options = inOrder(apis, chosen).map((api) => [
    versionedName(api),
    { label: `${api.title} ${api.version}`, hint: `${versionedName(api)} · ${api.basePath}` },
  ]);
  return (
    <CheckBoxes
      name="apis"
      label={productApis.label}
      refused={refused}
      options={Object.fromEntries(options)}
      values={chosen}
    />
  );
}

/** Sorts the chosen ones as they are chosen, and the others by title. The newest version comes first. */
function inOrder(apis: readonly ChoosableApi[], chosen: readonly string[]): ChoosableApi[] {
  const place = (api: ChoosableApi) => {
    const at = chosen.indexOf(versionedName(api));
    return at < 0 ? chosen.length : at;
  };
  return apis.toSorted(
    (one, other) =>
      place(one) - place(other) ||
      one.title.localeCompare(other.title) ||
      one.name.localeCompare(other.name) ||
      compareVersions(other.version, one.version),
  );
}
