import { limits, type DepartmentMatch } from '@eyrie/domain';
import { Icon, loadStateOf, NoChoices, useClearing } from '@eyrie/ui';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useDepartmentSearch, useFetchChildren, useTopDepartments } from './department.queries.ts';

interface Leaf {
  id: string;
  pId: string | null;
  value: string;
  title: ReactNode;
  /** What the field shows once it is chosen. */
  name: string;
  isLeaf: boolean;
}

export interface DepartmentSelectProps {
  id?: string;
  value: string | null;
  /** Shown for a value that lies in a branch not opened yet. */
  valueName?: string;
  onChange: (oid: string | null) => void;
  /** A department that cannot be chosen, nor what lies below it. */
  except?: string;
  /** For a field without a visible label. */
  label?: string;
  placeholder?: string;
  /** The choice can be taken back. */
  allowClear?: boolean;
  /** px; as wide as there is room when not said. */
  width?: number;
}

/** Long enough to type a word, short enough to feel at once. */
const settle = 300;

/** What was typed, once the typing rests. */
const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settle);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
};

/** The tree as far as it was opened. */
const useTree = (except: string | undefined) => {
  const fetchChildren = useFetchChildren();
  const answer = useTopDepartments();
  const top = answer.data?.[0];
  const [leaves, setLeaves] = useState<readonly Leaf[]>([]);
  const [open, setOpen] = useState<string[]>([]);
  const grow = async (parentOID: string): Promise<void> => {
    const found = await fetchChildren(parentOID);
    setLeaves((before) => [
      ...before.filter((leaf) => leaf.pId !== parentOID),
      ...found
        .filter((one) => one.oid !== except)
        .map(({ oid, name, hasChildren }) => ({
          id: oid,
          pId: parentOID,
          value: oid,
          title: <bdi>{name}</bdi>,
          name,
          isLeaf: !hasChildren,
        })),
    ]);
  };
  useEffect(() => {
    if (!top) return;
    setOpen([top.oid]);
    void grow(top.oid);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the top is known
  }, [top?.oid]);
  const root: Leaf[] = top
    ? [
        {
          id: top.oid,
          pId: null,
          value: top.oid,
          title: <bdi>{top.name}</bdi>,
          name: top.name,
          isLeaf: !top.hasChildren,
        },
      ]
    : [];
  return { known: [...root, ...leaves], open, setOpen, grow, load: loadStateOf(answer) };
};

/** A department that was found, with the way to it. */
const leafOf = ({ oid, name, path }: DepartmentMatch): Leaf => ({
  id: oid,
  pId: null,
  value: oid,
  name,
  isLeaf: true,
  title: (
    <span className="department-choice">
      <bdi>{name}</bdi>{' '}
      <small>
        <bdi>
          {path
            .slice(0, -1)
            .map((step) => step.name)
            .join(' / ')}
        </bdi>
      </small>
    </span>
  ),
});

/** The list with a note under it. */
const noted =
  (note: string) =>
  (list: ReactElement): ReactElement => (
    <>
      {list}
      <p className="department-none ey-hint">{note}</p>
    </>
  );

/** One department of the member's scope: opened level by level, or found by typing a part of its name. */
export function DepartmentSelect(props: DepartmentSelectProps): ReactNode {
  const { id, value, valueName, onChange, except, label, placeholder, allowClear = false, width } = props;
  const text = useText();
  const clearing = useClearing();
  const tree = useTree(except);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ oid: string; name: string } | null>(null);
  const keyword = useSettled(typed.trim());
  const search = useDepartmentSearch(keyword);
  const matches = (search.data?.list ?? []).filter(({ path }) => path.every((step) => step.oid !== except));
  const searching = typed.trim() !== '';
  const settled = keyword === typed.trim() && !search.isPending;
  const shown = searching ? (settled ? matches.map(leafOf) : []) : tree.known;
  const load: TreeSelectProps['loadData'] = ({ value: oid }) => tree.grow(String(oid));
  const nameOf = (oid: string): string =>
    tree.known.find((leaf) => leaf.id === oid)?.name ??
    (chosen?.oid === oid ? chosen.name : undefined) ??
    valueName ??
    '…';
  const more = searching && settled && (search.data?.total ?? 0) > limits.department.matches;
  return (
    <TreeSelect<{ value: string; label?: ReactNode } | null>
      switcherIcon={<Icon name="down" size={14} />}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      labelInValue
      allowClear={allowClear && clearing}
      treeDataSimpleMode
      style={{ inlineSize: width ?? '100%' }}
      placeholder={placeholder ?? text('department.choose')}
      value={value === null ? null : { value, label: <bdi>{nameOf(value)}</bdi> }}
      treeData={shown}
      // The server searches: of thousands of departments only the opened ones are here.
      showSearch={{ searchValue: typed, onSearch: setTyped, filterTreeNode: false }}
      notFoundContent={
        <NoChoices
          state={!searching ? tree.load : settled ? loadStateOf(search) : { kind: 'loading' }}
          none={text('department.noneFound')}
        />
      }
      {...(more
        ? { popupRender: noted(text('department.foundMore', { most: limits.department.matches })) }
        : {})}
      {...(searching ? {} : { treeExpandedKeys: tree.open, loadData: load })}
      onTreeExpand={(keys) => tree.setOpen(keys.map(String))}
      onChange={(next) => {
        const found = matches.find((match) => match.oid === next?.value);
        if (found) setChosen({ oid: found.oid, name: found.name });
        setTyped('');
        onChange(next?.value ?? null);
      }}
    />
  );
}
