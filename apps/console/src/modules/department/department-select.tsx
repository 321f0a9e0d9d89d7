import { Icon } from '@eyrie/ui';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useFetchChildren, useTopDepartment } from './department.queries.ts';

interface Leaf {
  id: string;
  pId: string | null;
  value: string;
  title: string;
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
}

/** One department of the member's scope. What stands under a department comes when it is opened. */
export function DepartmentSelect(props: DepartmentSelectProps): ReactNode {
  const { id, value, valueName, onChange, except } = props;
  const text = useText();
  const fetchChildren = useFetchChildren();
  const top = useTopDepartment();
  const [leaves, setLeaves] = useState<readonly Leaf[]>([]);
  const [open, setOpen] = useState<string[]>([]);
  const grow = async (parentOID: string): Promise<void> => {
    const found = await fetchChildren(parentOID);
    setLeaves((before) => [
      ...before.filter((leaf) => leaf.pId !== parentOID),
      ...found
        .filter((one) => one.oid !== except)
        .map((one) => ({
          id: one.oid,
          pId: parentOID,
          value: one.oid,
          title: one.name,
          isLeaf: !one.hasChildren,
        })),
    ]);
  };
  useEffect(() => {
    if (!top) return;
    setOpen([top.oid]);
    void grow(top.oid);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the top is known
  }, [top?.oid]);
  const load: TreeSelectProps['loadData'] = ({ value: oid }) => grow(String(oid));
  const root: Leaf[] = top
    ? [{ id: top.oid, pId: null, value: top.oid, title: top.name, isLeaf: !top.hasChildren }]
    : [];
  const known = [...root, ...leaves];
  return (
    <TreeSelect<{ value: string; label?: ReactNode } | null>
      switcherIcon={<Icon name="down" size={14} />}
      {...(id === undefined ? {} : { id })}
      labelInValue
      treeDataSimpleMode
      style={{ inlineSize: '100%' }}
      placeholder={text('department.choose')}
      value={
        value === null
          ? null
          : { value, label: known.find((leaf) => leaf.id === value)?.title ?? valueName ?? '…' }
      }
      treeData={known}
      treeExpandedKeys={open}
      onTreeExpand={(keys) => setOpen(keys.map(String))}
      loadData={load}
      onChange={(next) => onChange(next?.value ?? null)}
    />
  );
}
