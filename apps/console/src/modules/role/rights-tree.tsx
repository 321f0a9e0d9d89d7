import {
  checkState,
  rightsIn,
  toggleAll,
  type PermissionBranch,
  type PermissionPage,
  type Resource,
} from '@eyrie/domain';
import { Checkbox, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface RightsTreeProps {
  branches: readonly PermissionBranch[];
  granted: ReadonlySet<Resource>;
  /** The member holds it and so may grant it. */
  grantable: (right: Resource) => boolean;
  /** Null: only to be read. */
  onChange: ((granted: ReadonlySet<Resource>) => void) | null;
}

interface BoxProps extends Omit<RightsTreeProps, 'branches'> {
  rights: readonly Resource[];
  label: string;
  /** Shown instead of the label, where the surroundings say the rest. */
  children?: ReactNode;
}

/** A box that stands for several rights: empty, half or full. */
function AllBox({ rights, label, children, granted, grantable, onChange }: BoxProps): ReactNode {
  const text = useText();
  const state = checkState(rights, granted);
  const locked = onChange !== null && !rights.some(grantable);
  return (
    <Checkbox
      {...(locked ? { title: text('role.notYours') } : {})}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={onChange === null || locked}
      aria-label={label}
      onChange={() => onChange?.(toggleAll(rights, granted, grantable))}
    >
      {children ?? label}
    </Checkbox>
  );
}

function RightBox({
  right,
  page,
  ...rest
}: Omit<BoxProps, 'rights' | 'label'> & { right: Resource; page: Resource }) {
  const text = useText();
  const { granted, grantable, onChange } = rest;
  const locked = onChange !== null && !grantable(right);
  const name = text(right === page ? 'role.openPage' : `permission.${right}`);
  return (
    <Tooltip title={locked ? text('role.notYours') : null}>
      <span>
        <Checkbox
          checked={granted.has(right)}
          disabled={onChange === null || locked}
          aria-label={right === page ? `${text(`permission.${page}`)}: ${name}` : name}
          onChange={() => onChange?.(toggleAll([right], granted, grantable))}
        >
          {name}
        </Checkbox>
      </span>
    </Tooltip>
  );
}

function PageRow({
  entry,
  ...rest
}: Omit<RightsTreeProps, 'branches'> & { entry: PermissionPage }): ReactNode {
  const text = useText();
  const { page, rights } = entry;
  const name = text(`permission.${page}`);
  return (
    <li className="rights-page ey-grid ey-gap-12">
      <AllBox rights={rights} label={`${name}: ${text('role.allRights')}`} {...rest}>
        {name}
      </AllBox>
      <div className="rights-boxes ey-flow">
        {rights.map((right) => (
          <RightBox key={right} right={right} page={page} {...rest} />
        ))}
      </div>
    </li>
  );
}

/** Rights under their pages and headings; every heading has a box for all that stands under it. */
export function RightsTree({ branches, ...rest }: RightsTreeProps): ReactNode {
  const text = useText();
  const all = rightsIn(branches);
  const count = all.filter((one) => rest.granted.has(one)).length;
  return (
    <div className="rights">
      <div className="rights-all ey-row ey-gap-12">
        <AllBox rights={all} label={text('role.allRights')} {...rest} />
        <span className="rights-count">{text('role.rightsCount', { count, total: all.length })}</span>
      </div>
      {branches.map((branch) => {
        const name = text(`permission.group.${branch.group}`);
        const rights = rightsIn([branch]);
        const held = rights.filter((one) => rest.granted.has(one)).length;
        return (
          <section key={branch.group} aria-label={name} className="rights-group ey-panel">
            <div className="rights-head ey-row ey-gap-12">
              <AllBox rights={rights} label={`${name}: ${text('role.allRights')}`} {...rest}>
                <strong>{name}</strong>
              </AllBox>
              <span className="rights-count">
                <bdi dir="ltr">
                  {held} / {rights.length}
                </bdi>
              </span>
            </div>
            <ul>
              {branch.pages.map((entry) => (
                <PageRow key={entry.page} entry={entry} {...rest} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
