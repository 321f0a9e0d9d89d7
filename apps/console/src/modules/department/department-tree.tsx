import { departmentCalls, type DepartmentRecord } from '@eyrie/domain';
import { Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { Tree } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { useBranches, useTopDepartments } from './department.queries.ts';
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

interface TitleProps {
  record: DepartmentRecord;
  /** What is being dragged, from any row. */
  dragged: DepartmentRecord | null;
  onDrag: (record: DepartmentRecord | null) => void;
  onDrop: (moved: DepartmentRecord, targetOID: string) => void;
}

/**
 * One department. Dragged by hand onto another one and not by the tree's own means, which know places between two
 * departments: departments have no order.
 */
function Title({ record, dragged, onDrag, onDrop }: TitleProps): ReactNode {
  const text = useText();
  const mayMove = useMay(departmentCalls.move, record);
  const [over, setOver] = useState(false);
  const { oid, name, memberCount, dockCount } = record;
  const takes = dragged !== null && dragged.oid !== oid && dragged.parentOID !== oid;
  return (
    <span
      className={over ? 'department-row department-over' : 'department-row'}
      draggable={mayMove}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData('text/plain', name);
        onDrag(record);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (takes) onDrop(dragged, oid);
      }}
    >
      <bdi title={name}>{name}</bdi>{' '}
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
  const [dragged, setDragged] = useState<DepartmentRecord | null>(null);
  const tree = useRef<ComponentRef<typeof Tree<TreeRow>>>(null);
  const { frame, height } = useHeight();
  const answer = useTopDepartments();
  const top = answer.data?.[0];
  const { below, load } = useBranches(open);
  // A branch on its way stands empty for a moment; only what does not come must be said.
  const state = top && load.kind !== 'loading' ? load : loadStateOf(answer);
  const say = ({ name, memberCount, dockCount }: DepartmentRecord): string =>
    `${name} ${text('department.counts', { members: memberCount, docks: dockCount })}`;
  const row = top ? treeRows(top, below, say) : null;
  useEffect(() => {
    if (chosen) tree.current?.scrollTo({ key: chosen, align: 'auto' });
  }, [chosen, below]);
  const renderTitle = ({ record }: TreeRow): ReactNode => (
    <Title record={record} dragged={dragged} onDrag={setDragged} onDrop={onDrop} />
  );
  return (
    <div ref={frame} className="department-tree">
      {state.kind === 'current' ? null : <Loaded state={state}>{() => null}</Loaded>}
      {row && height > 0 ? (
        <Tree<TreeRow>
          ref={tree}
          aria-label={text('department.tree')}
          blockNode
          virtual
          height={height}
          treeData={[row]}
          // The library's own says its name, in English, to a screen reader.
          switcherIcon={<Icon name="down" size={14} />}
          titleRender={renderTitle}
          expandedKeys={[...open]}
          selectedKeys={chosen ? [chosen] : []}
          onExpand={(keys) => onOpen(keys.map(String))}
          onSelect={(_, { node }) => onChoose(node.key)}
        />
      ) : null}
    </div>
  );
}
