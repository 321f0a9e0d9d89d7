import { roleCalls, type RoleRecord } from '@eyrie/domain';
import { Icon, ListPage, Loaded, loadStateOf, TabView } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { RoleForm, RoleMatrixView, useRoles, type RoleTask } from '../../modules/role/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { mayLeave } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { DepartmentFilter } from './department-filter.tsx';
import { Roles } from './roles.tsx';
import './role-management.css';

function NewButtons({ onTask }: { onTask: (task: RoleTask) => void }): ReactNode {
  const text = useText();
  const begin = (type: 'group' | 'menu'): void => onTask({ kind: 'add', type, parentOID: null });
  return (
    <Allowed call={roleCalls.save}>
      <span className="role-new">
        <Button icon={<Icon name="group" size={16} />} onClick={() => begin('group')}>
          {text('role.newGroup')}
        </Button>
        <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => begin('menu')}>
          {text('role.new')}
        </Button>
      </span>
    </Allowed>
  );
}

/** Roles of the organisation: one by one, and all of them as a table of rights. */
export default function RoleManagementPage(): ReactNode {
  const text = useText();
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const [task, setTask] = useState<RoleTask | null>(null);
  const answer = useRoles();
  const roles = answer.data ?? [];
  const tab = query.get('tab') === 'matrix' ? 'matrix' : 'roles';

  /** Rights that were ticked and not saved are asked about before another role takes their place. */
  const show = async (address: Record<string, string>): Promise<void> => {
    if (await mayLeave(pathname)) setQuery(address);
  };
  const open = (role: RoleRecord): Promise<void> => show({ role: role.oid });
  return (
    <ListPage title={text('permission./RoleManagement')} action={<NewButtons onTask={setTask} />}>
      <div className="role-management">
        <TabView
          open={tab}
          onChoose={(key) => void show(key === 'matrix' ? { tab: 'matrix' } : {})}
          tabs={[
            { key: 'roles', label: text('role.tab.roles') },
            { key: 'matrix', label: text('role.tab.matrix') },
          ]}
        >
          {tab === 'matrix' ? (
            <RoleMatrixView onOpen={(role) => void open(role)} />
          ) : (
            <Loaded state={loadStateOf(answer)}>
              {() => <Roles roles={roles} show={show} onTask={setTask} />}
            </Loaded>
          )}
        </TabView>
      </div>
      {task ? (
        <RoleForm
          key={task.kind === 'add' ? task.type : `${task.kind} ${task.role.oid}`}
          task={task}
          Departments={DepartmentFilter}
          groups={roles.filter((role) => role.type === 'group')}
          onClose={() => setTask(null)}
          onDone={(role) => {
            setTask(null);
            void open(role);
          }}
        />
      ) : null}
    </ListPage>
  );
}
