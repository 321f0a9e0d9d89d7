import { limits, type RoleRecord } from '@eyrie/domain';
import { Dialog, EmptyPage } from '@eyrie/ui';
import { Alert, Button } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { tablePage } from '../../platform/paging.ts';
import { useRefusal } from '../../platform/refusal.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { PeopleTable } from './people-table.tsx';
import { useAddMembers, useCandidates } from './role.queries.ts';

export interface AddMembersProps {
  role: RoleRecord;
  onClose: () => void;
  /** The tree of departments, to narrow the people by. */
  Departments: ComponentType<{ value: string | null; onChange: (oid: string | null) => void }>;
}

/** People who could hold the role, narrowed by name and department; a change of either begins at the first page. */
const useCandidateList = (role: RoleRecord) => {
  const [keyword, setKeyword] = useState('');
  const [groupOID, setGroupOID] = useState<string | null>(null);
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const answer = useCandidates({
    roleOID: role.oid,
    ...page,
    ...(keyword ? { keyword } : {}),
    ...(groupOID ? { groupOID } : {}),
  });
  const first = (): void => setPage((before) => ({ ...before, pageNum: 1 }));
  return {
    keyword,
    search: (next: string): void => {
      setKeyword(next);
      first();
    },
    groupOID,
    within: (oid: string | null): void => {
      setGroupOID(oid);
      first();
    },
    ...tablePage(answer, { ...page, onPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }) }),
  };
};

interface PeopleProps extends Pick<AddMembersProps, 'role' | 'Departments'> {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function People({ role, Departments, chosen, onChoose }: PeopleProps): ReactNode {
  const text = useText();
  const { keyword, search, groupOID, within, ...table } = useCandidateList(role);
  return (
    <>
      <div className="role-people-filters ey-flow ey-gap-8">
        <SearchBox label={text('role.memberSearch')} value={keyword} onChange={search} />
        <Departments value={groupOID} onChange={within} />
      </div>
      <PeopleTable
        {...table}
        label={text('role.addMembers')}
        chosen={chosen}
        onChoose={onChoose}
        empty={
          <EmptyPage
            icon="person"
            sentence={text(keyword || groupOID ? 'role.noMembersFound' : 'role.noCandidates')}
          />
        }
      />
    </>
  );
}

/** Chooses people for a role: by department, by name, page by page. */
export function AddMembers({ role, onClose, Departments }: AddMembersProps): ReactNode {
  const text = useText();
  const add = useAddMembers();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { refusal, report, forget } = useRefusal();
  const submit = (): void => {
    // Nobody chosen is refused as the server does: it has the words for it.
    forget();
    const callbacks = {
      onSuccess: () => {
        showToast('success', text('role.addedMembers', { count: chosen.size }));
        onClose();
      },
      onError: report,
    };
    add.mutate({ roleOID: role.oid, userOIDs: [...chosen] }, callbacks);
  };
  const tooMany = chosen.size > limits.role.membersAtOnce;
  return (
    <Dialog
      open
      width={720}
      title={text('role.addTitle', { name: role.name })}
      onClose={onClose}
      unsaved={chosen.size > 0}
      footer={
        <>
          <span className="role-chosen" aria-live="polite">
            {text('role.selected', { count: chosen.size })}
          </span>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button type="primary" disabled={tooMany} loading={add.isPending} onClick={submit}>
            {chosen.size > 0 ? text('role.addCount', { count: chosen.size }) : text('app.add')}
          </Button>
        </>
      }
    >
      <div className="role-people ey-stack ey-gap-12">
        {refusal ? <Alert type="error" showIcon title={refusal} role="alert" /> : null}
        <People role={role} Departments={Departments} chosen={chosen} onChoose={setChosen} />
      </div>
    </Dialog>
  );
}
