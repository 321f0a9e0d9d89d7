import { departmentCalls, type DepartmentRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Tree, type TreeProps } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { useBranches, useTopDepartment } from './department.queries.ts';
import { treeRows, type TreeRow } from './tree-rows.ts';
import './department.css';

/** Height of what the tree fills, px: only rows in sight are drawn. */
const useHeight = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(Math.floor(element.clientHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, height };
};

function Title({ record }: { record: DepartmentRecord }): ReactNode {
  const text = useText();
  const { name, memberCount, dockCount } = record;
  return (
    <span className="department-row">
      <bdi title={name}>{name}</bdi>
      <span
        className="department-count"
        title={text('department.counts', { members: memberCount, docks: dockCount })}
      >
        <Icon name="person" size={14} />
        {memberCount}
      </span>
    </span>
  );
}

export interface DepartmentTreeProps {
  chosen: string | null;
  open: readonly string[];
  onOpen: (open: string[]) => void;
  onChoose: (oid: string) => void;
  /** A department was dropped on another one. */
  onDrop: (moved: DepartmentRecord, targetOID: string) => void;
}

/** Departments as far as they are opened. One can be dragged onto another; the arrow keys walk through them. */
export function DepartmentTree(props: DepartmentTreeProps): ReactNode {
  const { chosen, open, onOpen, onChoose, onDrop } = props;
  const text = useText();
  const mayMove = useMay(departmentCalls.move);
  const tree = useRef<ComponentRef<typeof Tree<TreeRow>>>(null);
  const { frame, height } = useHeight();
  const top = useTopDepartment();
  const { below } = useBranches(open);
  const row = top ? treeRows(top, below) : null;
  useEffect(() => {
    if (chosen) tree.current?.scrollTo({ key: chosen, align: 'auto' });
  }, [chosen, below]);
  const dropped: TreeProps<TreeRow>['onDrop'] = ({ dragNode, node }) => {
    if (dragNode.key !== node.key) onDrop(dragNode.record, node.key);
  };
  return (
    <div ref={frame} className="department-tree">
      {row && height > 0 ? (
        <Tree<TreeRow>
          ref={tree}
          aria-label={text('department.tree')}
          blockNode
          virtual
          height={height}
          treeData={[row]}
          titleRender={({ record }) => <Title record={record} />}
          expandedKeys={[...open]}
          selectedKeys={chosen ? [chosen] : []}
          onExpand={(keys) => onOpen(keys.map(String))}
          onSelect={(_, { node }) => onChoose(node.key)}
          draggable={mayMove ? { icon: false, nodeDraggable: ({ key }) => key !== row.key } : false}
          // Places are not ordered: a department is dropped onto another one, never between two.
          allowDrop={({ dropPosition }) => dropPosition === 0}
          onDrop={dropped}
        />
      ) : null}
    </div>
  );
}
