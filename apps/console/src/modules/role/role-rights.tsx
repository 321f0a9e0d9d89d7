import { CallRefused } from '@eyrie/client';
import {
  isMenuResource,
  permissionTree,
  rightsDifference,
  roleCalls,
  type PermissionNode,
  type Resource,
  type RoleRecord,
} from '@eyrie/domain';
import { ConfirmDialog, Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { showFailure } from '../../platform/http.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { RightsTree } from './rights-tree.tsx';
import { useGrant, useOffered, useRights } from './role.queries.ts';
import { whyUnchangeable } from './why-unchangeable.ts';

interface Difference {
  added: readonly Resource[];
  removed: readonly Resource[];
}

/** What saving adds and takes away, and how many people it touches. */
function DifferenceList({ role, difference }: { role: RoleRecord; difference: Difference }): ReactNode {
  const text = useText();
  const { added, removed } = difference;
  const name = (right: Resource): string =>
    isMenuResource(right)
      ? `${text(`permission.${right}`)} – ${text('role.openPage')}`
      : text(`permission.${right}`);
  const part = (kind: 'added' | 'removed', rights: readonly Resource[]): ReactNode =>
    rights.length === 0 ? null : (
      <section className={`rights-${kind}`}>
        <h3>{text(`role.${kind}`, { count: rights.length })}</h3>
        <ul>
          {rights.map((right) => (
            <li key={right}>
              <span aria-hidden="true">{kind === 'added' ? '+' : '−'}</span> {name(right)}
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <div className="rights-difference ey-grid ey-gap-12">
      {part('added', added)}
      {part('removed', removed)}
      <p>{text('role.touches', { count: role.memberCount })}</p>
      {removed.includes('dock:control') && role.memberCount > 0 ? (
        <Alert type="warning" showIcon title={text('role.losesControl')} />
      ) : null}
    </div>
  );
}

const typeOf = (role: RoleRecord) => (role.type === 'inspection' ? 'inspection' : 'menu');

interface EditorProps {
  role: RoleRecord;
  before: readonly Resource[];
  offered: readonly PermissionNode[];
}

/** What is ticked and not yet saved, and saving it as far as nobody else has changed the rights meanwhile. */
const useRightsDraft = (role: RoleRecord, before: readonly Resource[]) => {
  const text = useText();
  const client = useQueryClient();
  const grant = useGrant();
  const [granted, setGranted] = useState<ReadonlySet<Resource>>(() => new Set(before));
  const difference = rightsDifference(before, granted);
  const changed = difference.added.length + difference.removed.length > 0;
  useUnsaved(changed && !grant.isSuccess);
  const save = (onRefused: () => void): void =>
    grant.mutate(
      { roleOID: role.oid, resourceOIDs: [...granted], before: [...before] },
      {
        onSuccess: () => showToast('success', text('role.saved', { name: role.name })),
        onError: (error) => {
          onRefused();
          if (!(error instanceof CallRefused && error.reason === 'conflict')) {
            showFailure(error);
            return;
          }
          showToast('info', text('role.changedMeanwhile'));
          void client.invalidateQueries({ queryKey: ['role'] });
        },
      },
    );
  return {
    granted,
    setGranted,
    difference,
    changed,
    save,
    saving: grant.isPending,
    undo: () => setGranted(new Set(before)),
  };
};

/** Why the rights cannot be changed here, if so, and whom and what they cover. */
function Scope({ role, mayGrant }: { role: RoleRecord; mayGrant: boolean }): ReactNode {
  const text = useText();
  const why = whyUnchangeable(role);
  return (
    <>
      {mayGrant ? null : (
        <Alert
          type="info"
          showIcon
          title={text(why, why === 'role.whyAbove' ? { department: role.groupName } : {})}
        />
      )}
      <p className="role-scope ey-row ey-gap-8 ey-hint">
        <Icon name="organisation" size={14} />
        {text(role.type === 'inspection' ? 'role.scopeInspection' : 'role.scope', {
          department: role.groupName,
        })}
      </p>
    </>
  );
}

interface FootProps {
  role: RoleRecord;
  changed: boolean;
  onUndo: () => void;
  onReview: () => void;
}

function Foot({ role, changed, onUndo, onReview }: FootProps): ReactNode {
  const text = useText();
  const lock = { disabled: !changed, title: changed ? undefined : text('app.unchanged') };
  return (
    <Allowed call={roleCalls.grant} record={role}>
      <div className="role-foot ey-row ey-gap-8">
        <span aria-live="polite">{changed ? text('role.unsaved') : null}</span>
        <Button {...lock} onClick={onUndo}>
          {text('role.undo')}
        </Button>
        <Button type="primary" {...lock} onClick={onReview}>
          {text('role.review')}
        </Button>
      </div>
    </Allowed>
  );
}

function Editor({ role, before, offered }: EditorProps): ReactNode {
  const text = useText();
  const mayGrant = useMay(roleCalls.grant, role);
  const [asking, setAsking] = useState(false);
  const draft = useRightsDraft(role, before);
  const type = typeOf(role);
  const names = useMemo(() => new Map(offered.map((node) => [node.oid, node.grantable])), [offered]);
  const branches = useMemo(
    () => permissionTree(type, (one) => names.has(one) || before.includes(one)),
    [type, names, before],
  );
  const close = (): void => setAsking(false);
  return (
    <div className="role-rights">
      <Scope role={role} mayGrant={mayGrant} />
      <RightsTree
        branches={branches}
        granted={draft.granted}
        grantable={(right) => names.get(right) ?? false}
        onChange={mayGrant ? draft.setGranted : null}
      />
      <Foot role={role} changed={draft.changed} onUndo={draft.undo} onReview={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        title={text('role.reviewTitle', { name: role.name })}
        verb={text('app.save')}
        busy={draft.saving}
        onConfirm={() => draft.save(close)}
        onCancel={close}
      >
        <DifferenceList role={role} difference={draft.difference} />
      </ConfirmDialog>
    </div>
  );
}

/** What a role grants, as a tree of boxes. What is ticked counts once its difference was looked at and saved. */
export function RoleRights({ role }: { role: RoleRecord }): ReactNode {
  const rights = useRights(role.oid);
  const offered = useOffered(typeOf(role));
  // Without what is offered, the rights that are not granted would be missing from the picture.
  return (
    <Loaded state={loadStateOf(rights, offered)}>
      {() =>
        rights.data && offered.data ? (
          // Rights that were read anew start the ticking afresh.
          <Editor
            key={rights.data.toSorted().join(' ')}
            role={role}
            before={rights.data}
            offered={offered.data}
          />
        ) : null
      }
    </Loaded>
  );
}
