import { departmentCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '@eyrie/ui';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

interface Leaf {
  id: string;
  pId: string | null;
  value: string;
  title: string;
  isLeaf: boolean;
}

const fetchLeaves = async (parentOID: string | null): Promise<Leaf[]> => {
  const found = await call(departmentCalls.children, parentOID === null ? {} : { oid: parentOID });
  return found.map((one) => ({
    id: one.oid,
    pId: parentOID,
    value: one.oid,
    title: one.name,
    isLeaf: !one.hasChildren,
  }));
};

export interface DepartmentFilterProps {
  value: string | null;
  onChange: (oid: string | null) => void;
  /** What no choice means; every department when not said. */
  placeholder?: string;
}

/** Chooses a department of the member's scope. What stands under a department is fetched when it is opened. */
export function DepartmentFilter({ value, onChange, placeholder }: DepartmentFilterProps): ReactNode {
  const text = useText();
  const [opened, setOpened] = useState<readonly Leaf[]>([]);
  const { data: top } = useQuery({
    queryKey: ['department', 'top'],
    queryFn: () => fetchLeaves(null),
  });
  const load: TreeSelectProps['loadData'] = async ({ value: oid }) => {
    const below = await fetchLeaves(String(oid));
    setOpened((before) => [...before.filter((leaf) => leaf.pId !== oid), ...below]);
  };
  return (
    <TreeSelect
      switcherIcon={<Icon name="down" size={14} />}
      allowClear
      treeDataSimpleMode
      aria-label={text('role.department')}
      placeholder={placeholder ?? text('role.anyDepartment')}
      style={{ inlineSize: 220 }}
      {...(value === null ? {} : { value })}
      treeData={[...(top ?? []), ...opened]}
      loadData={load}
      onChange={(oid: string | undefined) => onChange(oid ?? null)}
    />
  );
}
