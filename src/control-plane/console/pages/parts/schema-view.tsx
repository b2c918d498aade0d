import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { offsetOf, type PageOfList, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import type { Member, SchemaType, SchemaTypes } from './schema-query.ts';
import { useTexts } from './texts.ts';

const TYPES = 50;
const MEMBERS = 50;
const ROOT = 'Query';

/** The part of a schema that an address asks for. */
export type SchemaPart = {
  readonly search: string;
  /** The type that is open. */
  readonly type: string;
  readonly page: PageOfList;
  readonly memberPage: PageOfList;
};

/** Reads the part from the address of a page. */
export function schemaPartIn({ req }: Context): SchemaPart {
  return {
    search: req.query('search')?.trim() ?? '',
    type: req.query('type') ?? ROOT,
    page: pageOfList(req.query('page'), TYPES),
    memberPage: pageOfList(req.query('members'), MEMBERS),
  };
}

/** Variables of the fragment, by the part that is asked for. */
export const schemaVariables = ({ search, type, page, memberPage }: SchemaPart) => ({
  search,
  type,
  first: TYPES,
  offset: offsetOf(page),
  memberFirst: MEMBERS,
  memberOffset: offsetOf(memberPage),
});

/** A schema on a page. */
export type SchemaOnPage = {
  /** Address of the page without its query. */
  readonly path: string;
  /** Members of the query that every link keeps. */
  readonly kept: Readonly<Record<string, string>>;
  readonly part: SchemaPart;
  readonly schema: SchemaTypes;
};

/** Makes the address of a type, or of another page of a list. */
export function schemaHref(
  { path, kept, part }: SchemaOnPage,
  more: Readonly<Record<string, string>>,
): string {
  const { search, type, page } = part;
  const query = { ...kept, search, type, page: `${page.number}`, ...more };
  const stated = Object.entries(query).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === '1'),
  );
  return `${path}?${new URLSearchParams(stated)}`;
}

type SchemaViewProps = SchemaOnPage & {
  /** Columns beside name and type. */
  readonly columns?: readonly Column<Member>[];
  /** Text or buttons under the name of the open type. */
  readonly beside?: Child;
};

/** The types of a schema, beside the members of the open one. A search narrows them. */
export function SchemaView({ columns = [], beside, ...view }: SchemaViewProps) {
  const { text } = useTexts();
  const { schema, part } = view;
  return (
    <div class="schema-view">
      <nav class="stack schema-types" aria-label={text.schema.types}>
        <Search
          action={view.path}
          value={part.search}
          label={text.schema.search}
          placeholder={text.schema.searchExample}
          submit={text.schema.submit}
        >
          {Object.entries(view.kept).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        </Search>
        <TypeList {...view} />
        <Pager
          page={part.page}
          total={schema.typeCount}
          href={(page) => schemaHref(view, { page: `${page}` })}
          text={text.pager(text.schema.typeRows)}
        />
      </nav>
      <div class="stack schema-type">
        {schema.type ? (
          <OpenType view={view} type={schema.type} columns={columns} beside={beside} />
        ) : (
          <p class="text">{schema.typeCount === 0 ? text.schema.nothing : text.schema.choose}</p>
        )}
      </div>
    </div>
  );
}

function TypeList(view: SchemaOnPage) {
  const { text, format } = useTexts();
  const { schema } = view;
  if (schema.types.length === 0) return <p class="small quiet">{text.schema.noType}</p>;
  return (
    <ul class="plain-list schema-list">
      {schema.types.map(({ name, kind, memberCount }) => (
        <li>
          <a
            class="schema-link"
            href={schemaHref(view, { type: name })}
            aria-current={name === schema.type?.name ? 'true' : undefined}
          >
            <span class="schema-name">{name}</span>
            <span class="small quiet">
              {kind === 'OBJECT' ? '' : text.schema.kinds[kind]}{' '}
              {kind === 'SCALAR' ? '' : format.number(memberCount)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

type OpenTypeProps = {
  readonly view: SchemaOnPage;
  readonly type: SchemaType;
  readonly columns: readonly Column<Member>[];
  readonly beside: Child;
};

function OpenType({ view, type, columns, beside }: OpenTypeProps) {
  const { text } = useTexts();
  return (
    <>
      <div class="row">
        <h2 class="heading schema-heading">{type.name}</h2>
        <Badge>{text.label(type.kind)}</Badge>
      </div>
      {type.description && <p class="text">{type.description}</p>}
      {beside}
      {type.members.length > 0 && (
        <Table
          caption={text.schema.members(type.name)}
          rows={type.members}
          columns={[
            { heading: text.schema.name, cell: (member) => <MemberCell member={member} /> },
            ...(type.kind === 'ENUM'
              ? []
              : [
                  {
                    heading: text.schema.type,
                    cell: (member: Member) => <TypeCell view={view} member={member} />,
                  },
                ]),
            ...columns,
          ]}
        />
      )}
      <Pager
        page={view.part.memberPage}
        total={type.memberCount}
        href={(members) => schemaHref(view, { members: `${members}` })}
        text={text.pager(text.schema.memberRows)}
      />
    </>
  );
}

function MemberCell({ member }: { member: Member }) {
  const { text } = useTexts();
  const { name, description, deprecationReason, arguments: args } = member;
  return (
    <>
      <code class="code">{name}</code>
      {deprecationReason !== null && <p class="small quiet">{text.schema.deprecated(deprecationReason)}</p>}
      {description && <p class="small quiet">{description.split('\n')[0]}</p>}
      {args.length > 0 && (
        <details class="small">
          <summary>{text.schema.arguments(args.length)}</summary>
          <ul class="plain-list">
            {args.map(({ name: argument, type, defaultValue, description: told }) => (
              <li>
                <code class="code">
                  {argument}: {type}
                  {defaultValue !== null && ` = ${defaultValue}`}
                </code>{' '}
                {told}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const BUILT_IN = ['String', 'Int', 'Float', 'Boolean', 'ID'];

function TypeCell({ view, member: { type, namedType } }: { view: SchemaOnPage; member: Member }) {
  if (type === null || namedType === null) return null;
  if (BUILT_IN.includes(namedType)) return <code class="code">{type}</code>;
  return (
    <a class="link" href={schemaHref(view, { type: namedType, search: '', page: '1' })}>
      <code class="code">{type}</code>
    </a>
  );
}
