import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../json.ts';
import type { ManifestPart } from './manifest-part.ts';
import { formatPosition, type PositionedFault, type SourcePosition, type YamlPath } from './yaml-source.ts';

/** Several parts as one manifest, which still knows where each value was written. */
type MergedParts = {
  readonly value: Readonly<Record<string, unknown>>;
  readonly faults: readonly PositionedFault[];
  positionOf(path: YamlPath): SourcePosition | undefined;
};

/** Each file may tell the editor of the schema by a path of its own. */
const EDITORS_ONLY = '$schema';

/** The origin of a member of the merged manifest. Each item of a list has its own. */
type MemberOrigin = { readonly part: ManifestPart; readonly path: YamlPath };

/** Joins lists of one kind in the order of the parts. Any other value must be alike in all parts. */
export function mergeParts(parts: readonly ManifestPart[]): MergedParts {
  const value = new Map<string, unknown>();
  const members = new Map<string, MemberOrigin>();
  const items = new Map<string, MemberOrigin[]>();
  const faults: PositionedFault[] = [];
  for (const part of parts) for (const [name, member] of Object.entries(part.value)) add(part, name, member);
  faults.push(...twiceNamed(value, items));
  return { value: Object.fromEntries(value), faults, positionOf };

  function add(part: ManifestPart, name: string, member: unknown): void {
    const origin = members.get(name);
    if (!origin) members.set(name, { part, path: [name] });
    const before = value.get(name);
    if (Array.isArray(member) && (!origin || Array.isArray(before))) {
      value.set(name, [...(Array.isArray(before) ? before : []), ...member]);
      const added = member.map((_item, index) => ({ part, path: [name, index] }));
      items.set(name, [...(items.get(name) ?? []), ...added]);
    } else if (!origin) value.set(name, member);
    else if (name !== EDITORS_ONLY && !isDeepStrictEqual(before, member))
      faults.push({
        position: part.positionOf([name]),
        message: `${JSON.stringify(name)} is said otherwise in ${written(origin)}.`,
      });
  }

  function positionOf([name, index, ...rest]: YamlPath): SourcePosition | undefined {
    const item = typeof index === 'number' ? items.get(String(name))?.[index] : undefined;
    if (item) return item.part.positionOf([...item.path, ...rest]);
    const member = members.get(String(name));
    const inside = index === undefined ? [] : [index, ...rest];
    return member ? member.part.positionOf([...member.path, ...inside]) : parts[0]?.positionOf([]);
  }
}

function twiceNamed(
  value: ReadonlyMap<string, unknown>,
  items: ReadonlyMap<string, readonly MemberOrigin[]>,
): PositionedFault[] {
  return [...items].flatMap(([name, origins]) => {
    const first = new Map<string, MemberOrigin>();
    return origins.flatMap((origin, index) => {
      const called = nameIn((value.get(name) as readonly unknown[])[index]);
      const other = called === undefined ? undefined : first.get(called);
      if (called !== undefined && !other) first.set(called, origin);
      if (!other) return [];
      const message = `${JSON.stringify(called)} is in ${JSON.stringify(name)} twice: see ${written(other)}.`;
      return [{ position: origin.part.positionOf(origin.path), message }];
    });
  });
}

/** Names an item within its list: APIs and products by name and version. */
function nameIn(item: unknown): string | undefined {
  if (!isJsonObject(item) || typeof item['name'] !== 'string') return undefined;
  return typeof item['version'] === 'string' ? `${item['name']}:${item['version']}` : item['name'];
}

function written({ part, path }: MemberOrigin): string {
  return formatPosition(part.positionOf(path));
}
