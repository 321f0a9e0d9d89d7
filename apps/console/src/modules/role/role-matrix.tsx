import {
  permissionTree,
  roleCalls,
  type PermissionBranch,
  type Resource,
  type RoleRecord,
} from '@eyrie/domain';
import { EmptyPage, FilterRow, Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFilters } from '../../platform/filters.ts';
import { localeOf, useLanguage } from '../../platform/language.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { columnsInSight } from './matrix.rules.ts';
import { useMatrix, useMatrixExport } from './role.queries.ts';

const columnWidth = 116;
const filterNames = ['roles'] as const;

/** How far a frame is scrolled from its start edge and how wide it is, px. */
const useSight = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ scrolled: 0, width: 1_200 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    // Right to left the browser counts the scrolling downwards from zero.
    const look = (): void => setSight({ scrolled: Math.abs(element.scrollLeft), width: element.clientWidth });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return { frame, sight };
};

interface GridProps {
  roles: readonly RoleRecord[];
  granted: ReadonlyMap<string, ReadonlySet<Resource>>;
  branches: readonly PermissionBranch[];
  onOpen: (role: RoleRecord) => void;
}

/** Room for the columns that are out of sight on one side. */
function Gap({ columns, head = false }: { columns: number; head?: boolean }): ReactNode {
  if (columns === 0) return null;
  const style: CSSProperties = { inlineSize: columns * columnWidth, minInlineSize: columns * columnWidth };
  return head ? (
    <td aria-hidden="true" className="matrix-gap-head" style={style} />
  ) : (
    <td aria-hidden="true" style={style} />
  );
}

function Head({
  role,
  index,
  onOpen,
}: {
  role: RoleRecord;
  index: number;
  onOpen: GridProps['onOpen'];
}): ReactNode {
  const text = useText();
  return (
    <th scope="col" aria-colindex={index + 2} aria-label={`${role.name} · ${role.groupName}`}>
      <button type="button" title={`${role.name} · ${role.groupName}`} onClick={() => onOpen(role)}>
        <bdi>{role.name}</bdi>
      </button>
      <span className="matrix-below ey-row ey-gap-4 ey-muted">
        <bdi title={role.groupName}>{role.groupName}</bdi>
        <span title={text('role.memberCount', { count: role.memberCount })}>
          <Icon name="person" size={12} />
          {role.memberCount}
        </span>
      </span>
    </th>
  );
}

function Cell({ granted, index }: { granted: boolean; index: number }): ReactNode {
  const text = useText();
  return (
    <td aria-colindex={index + 2} className={granted ? 'matrix-granted' : undefined}>
      <span aria-hidden="true">{granted ? '✓' : '·'}</span>
      <span className="ey-hidden">{text(granted ? 'role.granted' : 'role.notGranted')}</span>
    </td>
  );
}

function Grid({ roles, granted, branches, onOpen }: GridProps): ReactNode {
  const text = useText();
  const { frame, sight } = useSight();
  const { first, end } = columnsInSight(roles.length, columnWidth, sight.scrolled, sight.width);
  const shown = roles.slice(first, end).map((role, at) => ({ role, index: first + at }));
  const line = (right: Resource, name: string): ReactNode => (
    <tr key={right}>
      <th scope="row" aria-colindex={1}>
        {name}
      </th>
      <Gap columns={first} />
      {shown.map(({ role, index }) => (
        <Cell key={role.oid} index={index} granted={granted.get(role.oid)?.has(right) ?? false} />
      ))}
      <Gap columns={roles.length - end} />
    </tr>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div ref={frame} className="matrix-frame" tabIndex={0} role="region" aria-label={text('role.matrix')}>
      <table className="matrix" aria-colcount={roles.length + 1}>
        <caption className="ey-hidden">{text('role.matrix')}</caption>
        <thead>
          <tr>
            <th scope="col" aria-colindex={1}>
              {text('role.right')}
            </th>
            <Gap columns={first} head />
            {shown.map(({ role, index }) => (
              <Head key={role.oid} role={role} index={index} onOpen={onOpen} />
            ))}
            <Gap columns={roles.length - end} head />
          </tr>
        </thead>
        {branches.map(({ group, pages }) => (
          <tbody key={group}>
            <tr className="matrix-heading">
              <th scope="rowgroup" colSpan={shown.length + 3}>
                <span>{text(`permission.group.${group}`)}</span>
              </th>
            </tr>
            {pages.flatMap(({ page, rights }) =>
              rights.map((right) =>
                line(
                  right,
                  right === page
                    ? `${text(`permission.${page}`)} – ${text('role.openPage')}`
                    : text(`permission.${right}`),
                ),
              ),
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Every right by every role in one table. Heads stay while it scrolls; only columns in sight are drawn. */
export function RoleMatrixView({ onOpen }: { onOpen: (role: RoleRecord) => void }): ReactNode {
  const text = useText();
  const { values, set } = useFilters(filterNames);
  const matrix = useMatrix();
  const { data } = matrix;
  const exportTable = useMatrixExport();
  const language = useLanguage((state) => state.language);
  const word = values.roles.toLowerCase();
  const roles = useMemo(
    () =>
      (data?.roles ?? [])
        .filter(
          (role) =>
            role.type !== 'group' &&
            [role.name, role.groupName].some((name) => name.toLowerCase().includes(word)),
        )
        // By the names as they are read: first roles are named in the language of the reader.
        .toSorted((one, other) => one.name.localeCompare(other.name, localeOf(language), { numeric: true })),
    [data, word, language],
  );
  const granted = useMemo(
    () => new Map(data?.granted.map(({ roleOID, resourceOIDs }) => [roleOID, new Set(resourceOIDs)])),
    [data],
  );
  const branches = useMemo(() => {
    const known = new Set([...granted.values()].flatMap((one) => [...one]));
    // Nobody here has heard of the right to run the platform unless one of the roles grants it.
    return permissionTree('menu', (right) => right !== 'platform:operate' || known.has(right));
  }, [granted]);
  const rights = branches.reduce(
    (sum, { pages }) => sum + pages.reduce((some, page) => some + page.rights.length, 0),
    0,
  );
  return (
    <div className="matrix-page ey-stack ey-gap-12">
      <FilterRow onReset={values.roles ? () => set({ roles: '' }) : undefined}>
        <SearchBox
          label={text('role.matrixSearch')}
          value={values.roles}
          onChange={(next) => set({ roles: next })}
        />
        {data ? (
          <span className="rights-count">{text('role.matrixNote', { count: roles.length, rights })}</span>
        ) : null}
        <span className="role-space" />
        <Allowed call={roleCalls.matrixExport}>
          <Button
            icon={<Icon name="download" size={16} />}
            loading={exportTable.isPending}
            onClick={() => exportTable.mutate()}
          >
            {text('role.export')}
          </Button>
        </Allowed>
      </FilterRow>
      <Loaded state={loadStateOf(matrix)}>
        {() =>
          roles.length === 0 ? (
            <EmptyPage icon="key" sentence={text('role.noneFound')} />
          ) : (
            <Grid roles={roles} granted={granted} branches={branches} onOpen={onOpen} />
          )
        }
      </Loaded>
    </div>
  );
}
