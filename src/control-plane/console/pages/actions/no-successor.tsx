import { versionedName } from '../../../../foundation/text/version.ts';
import { type CatalogProductAddress, productPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';

type NoSuccessorProps = {
  readonly address: CatalogProductAddress;
  /** Title and version of the product. */
  readonly title: string;
  readonly from: string;
};

/** Says that no product can take the place of this one. It leads to one that can. */
export function NoSuccessor({ address: { org, name, version }, title, from }: NoSuccessorProps) {
  const { actions, catalogs } = useTexts().text;
  const product = versionedName({ name, version });
  return (
    <>
      <p class="text">{actions.form.noSuccessor}</p>
      <p class="row">
        <a class="button button-primary" href={`${productPath({ org, product })}/new-version`} data-panel>
          {catalogs.newVersion.title(title)}
        </a>
        <a class="button" href={`/console/apis?org=${org}`}>
          {catalogs.catalog.toDrafts}
        </a>
        <a class="button" href={from} data-cancel>
          {actions.form.cancel}
        </a>
      </p>
    </>
  );
}
