import { CallRefused } from '@eyrie/client';
import { departmentCalls, invitationCalls, memberCalls, type DepartmentRecord } from '@eyrie/domain';
import { currentLoad, EmptyPage, ListPage, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import {
  DepartmentForm,
  DepartmentMatches,
  DepartmentMove,
  DepartmentRemoveRefused,
  DepartmentTree,
  useDepartment,
  useTopDepartments,
  type DepartmentTask,
} from '../../modules/department/index.ts';
import { ImportDialog, InviteDialog } from '../../modules/member/administration/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFilters } from '../../platform/filters.ts';
import {
  BeginButton,
  CallButton,
  ListView,
  useBeginTools,
  type BeginAction,
} from '../../platform/list/index.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { departmentField } from './department-field.tsx';
import { linkTo } from './links.ts';
import { beginMember, memberList } from './member-list.tsx';
import { useRemoval } from './use-removal.ts';
import './organization-structure.css';

const addressNames = ['department'] as const;
/** Filters of the list belong to the department that was left. */
const listNames = ['keyword', 'state', 'role', 'page', 'size'] as const;
const allNames = [...addressNames, ...listNames] as const;

type Open =
  | { kind: 'form'; task: DepartmentTask }
  | { kind: 'move'; department: DepartmentRecord; target: string | null };

interface HeadProps {
  department: DepartmentRecord;
  onOpen: (open: Open) => void;
  onRemove: (department: DepartmentRecord) => void;
}

/** The chosen department and what may be done with it: everything that dragging does is here for the keyboard too. */
function Head({ department, onOpen, onRemove }: HeadProps): ReactNode {
  const text = useText();
  const { name, memberCount, dockCount } = department;
  return (
    <header className="organization-head ey-row ey-flow">
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p>{text('department.counts', { members: memberCount, docks: dockCount })}</p>
      </div>
      <div className="organization-actions" role="toolbar" aria-label={text('department.actions')}>
        <CallButton
          label="department.add"
          call={departmentCalls.save}
          onClick={() => onOpen({ kind: 'form', task: { kind: 'add', parent: department } })}
        />
        <CallButton
          label="department.rename"
          call={departmentCalls.save}
          record={department}
          onClick={() => onOpen({ kind: 'form', task: { kind: 'edit', department } })}
        />
        <CallButton
          label="department.move"
          call={departmentCalls.move}
          record={department}
          because="refusal.departmentRoot"
          onClick={() => onOpen({ kind: 'move', department, target: null })}
        />
        <CallButton
          danger
          label="department.delete"
          call={departmentCalls.remove}
          record={department}
          because="refusal.departmentRoot"
          onClick={() => onRemove(department)}
        />
      </div>
    </header>
  );
}

const beginImport = ({ oid }: DepartmentRecord): BeginAction => ({
  icon: 'upload',
  label: 'member.import',
  call: memberCalls.importWrite,
  run: ({ dialog }) =>
    dialog({
      title: 'member.import',
      bare: true,
      content: (onClose) => <ImportDialog groupOID={oid} onClose={onClose} />,
    }),
});

const beginInvitation = ({ oid, name }: DepartmentRecord): BeginAction => ({
  icon: 'person',
  label: 'member.invite',
  call: invitationCalls.add,
  run: ({ dialog }) =>
    dialog({
      title: 'member.invite',
      bare: true,
      content: (onClose) => (
        <InviteDialog groupOID={oid} groupName={name} department={departmentField} onClose={onClose} />
      ),
    }),
});

/** The ways in which people come into the chosen department. */
function PageActions({ department }: { department: DepartmentRecord }): ReactNode {
  const [tools, dialog] = useBeginTools();
  return (
    <span className="organization-actions">
      <BeginButton main={false} begin={beginImport(department)} tools={tools} />
      <BeginButton main={false} begin={beginInvitation(department)} tools={tools} />
      <BeginButton begin={beginMember(department)} tools={tools} />
      {dialog}
    </span>
  );
}

function Members({ department }: { department: DepartmentRecord }): ReactNode {
  const room = useMemo(() => memberList(department), [department]);
  return <ListView tab begin={false} room={room} />;
}

/** The chosen department stands in the address; the way to it is open. */
const useChoice = () => {
  const address = useFilters(allNames);
  const tops = useTopDepartments();
  const top = tops.data?.[0];
  const chosen = address.values.department || top?.oid || null;
  const answer = useDepartment(chosen);
  const { data, error, isPending } = answer;
  // The top is shown as the tree knows it until its record is here: its members are asked for at once.
  const known = isPending && top?.oid === chosen ? top : undefined;
  const department = data ?? (known && { ...known, path: [{ oid: known.oid, name: known.name }] });
  const missing = error instanceof CallRefused;
  const load = top ? loadStateOf(answer) : loadStateOf(tops);
  // Until the next one is here, the one before it stays.
  const shown = department && load.kind === 'loading' ? currentLoad : load;
  const [folded, setFolded] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const way = department?.path.slice(0, -1).map((step) => step.oid) ?? [];
  const open = [...new Set([...(top ? [top.oid] : []), ...way, ...opened])].filter(
    (oid) => !folded.includes(oid),
  );
  const setOpen = (next: readonly string[]): void => {
    setFolded(open.filter((oid) => !next.includes(oid)));
    setOpened(next);
  };
  const choose = (oid: string): void => {
    setFolded([]);
    address.set({ ...Object.fromEntries(listNames.map((name) => [name, ''])), department: oid });
  };
  /** What was made below a department is seen there. */
  const unfold = (oid: string): void => {
    setFolded((before) => before.filter((one) => one !== oid));
    setOpened((before) => [...before, oid]);
  };
  return { department: department ?? null, missing, load: shown, open, setOpen, choose, unfold };
};

function Side(props: ReturnType<typeof useChoice> & { onMove: (open: Open) => void }): ReactNode {
  const { department, open, setOpen, choose, onMove } = props;
  const text = useText();
  const [keyword, setKeyword] = useState('');
  return (
    <aside className="organization-side ey-stack ey-gap-8 ey-panel" aria-label={text('department.tree')}>
      <SearchBox label={text('department.search')} value={keyword} onChange={setKeyword} />
      {keyword === '' ? (
        <DepartmentTree
          chosen={department?.oid ?? null}
          open={open}
          onOpen={setOpen}
          onChoose={choose}
          onDrop={(moved, target) => onMove({ kind: 'move', department: moved, target })}
        />
      ) : (
        <DepartmentMatches
          keyword={keyword}
          onChoose={(match) => {
            setKeyword('');
            choose(match.oid);
          }}
        />
      )}
      <Allowed call={departmentCalls.move}>
        <p className="department-none ey-hint">{text('department.dragHint')}</p>
      </Allowed>
    </aside>
  );
}

/** In place of a department that the address names and that is gone. */
function Gone({ onTop }: { onTop: () => void }): ReactNode {
  const text = useText();
  return (
    <EmptyPage
      icon="organisation"
      sentence={text('department.gone')}
      action={<Button onClick={onTop}>{text('department.toTop')}</Button>}
    />
  );
}

interface DialogsProps {
  open: Open | null;
  unfold: (oid: string) => void;
  onClose: () => void;
}

/** What is done with departments. */
function Dialogs({ open, unfold, onClose }: DialogsProps): ReactNode {
  if (!open) return null;
  if (open.kind === 'move')
    return (
      <DepartmentMove
        key={`${open.department.oid} ${open.target}`}
        department={open.department}
        target={open.target}
        onClose={onClose}
        onDone={onClose}
      />
    );
  return (
    <DepartmentForm
      key={JSON.stringify(open.task)}
      task={open.task}
      onClose={onClose}
      onDone={(saved) => {
        onClose();
        // The parent stays chosen: departments are mostly made one beside the other.
        if (saved.parentOID) unfold(saved.parentOID);
      }}
    />
  );
}

/** Departments of the organisation and the people in them. */
export default function OrganizationStructurePage(): ReactNode {
  const text = useText();
  const choice = useChoice();
  const { department, missing, load, choose, unfold } = choice;
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const removal = useRemoval((gone) => {
    if (gone.parentOID) choose(gone.parentOID);
  });
  return (
    <ListPage
      title={text('permission./OrganizationStructure')}
      action={department ? <PageActions department={department} /> : null}
    >
      <div className="organization ey-grid ey-gap-16">
        <Side {...choice} onMove={setOpen} />
        <section className="organization-main ey-stack ey-gap-12">
          {missing && !department ? (
            <Gone onTop={() => choose('')} />
          ) : (
            <Loaded state={load}>
              {() =>
                department ? (
                  <>
                    <Head
                      department={department}
                      onOpen={setOpen}
                      onRemove={(one) => void removal.ask(one)}
                    />
                    <Members key={department.oid} department={department} />
                  </>
                ) : null
              }
            </Loaded>
          )}
        </section>
      </div>
      <Dialogs open={open} unfold={unfold} onClose={close} />
      {removal.refused ? (
        <DepartmentRemoveRefused
          refused={removal.refused}
          linkTo={(kind, thing) => linkTo(kind, thing, removal.refused?.department.oid ?? '')}
          onClose={removal.close}
        />
      ) : null}
    </ListPage>
  );
}
