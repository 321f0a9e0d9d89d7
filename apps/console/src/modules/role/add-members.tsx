import { CallRefused } from '@eyrie/client';
import { limits, type RoleRecord } from '@eyrie/domain';
import { Dialog, EmptyPage } from '@eyrie/ui';
import { Alert, Button } from 'antd';
import { useState, type ComponentType, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
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

/** Chooses people for a role: by department, by name, page by page. */
export function AddMembers({ role, onClose, Departments }: AddMembersProps): ReactNode {
  const text = useText();
  const add = useAddMembers();
  const [keyword, setKeyword] = useState('');
  const [groupOID, setGroupOID] = useState<string | null>(null);
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const { data, isPending } = useCandidates({
    roleOID: role.oid,
    ...page,
    ...(keyword ? { keyword } : {}),
    ...(groupOID ? { groupOID } : {}),
  });
  const first = (): void => setPage((before) => ({ ...before, pageNum: 1 }));
  const submit = (): void => {
    // Nobody chosen is refused as the server does: it has the words for it.
    setFailure(null);
    add.mutate(
      { roleOID: role.oid, userOIDs: [...chosen] },
      {
        onSuccess: () => {
          showToast('success', text('role.addedMembers', { count: chosen.size }));
          onClose();
        },
        onError: (error) => {
          if (error instanceof CallRefused) setFailure(error.message);
          else showFailure(error);
        },
      },
    );
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
      <div className="role-people">
        {failure ? <Alert type="error" showIcon title={failure} role="alert" /> : null}
        <div className="role-people-filters">
          <SearchBox
            label={text('role.memberSearch')}
            value={keyword}
            onChange={(next) => {
              setKeyword(next);
              first();
            }}
          />
          <Departments
            value={groupOID}
            onChange={(oid) => {
              setGroupOID(oid);
              first();
            }}
          />
        </div>
        <PeopleTable
          dense
          label={text('role.addMembers')}
          rows={data?.list ?? []}
          loading={isPending}
          chosen={chosen}
          onChoose={setChosen}
          paging={{
            ...page,
            total: data?.total ?? 0,
            onPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
          }}
          empty={
            <EmptyPage
              icon="person"
              sentence={text(keyword || groupOID ? 'role.noMembersFound' : 'role.noCandidates')}
            />
          }
        />
      </div>
    </Dialog>
  );
}
