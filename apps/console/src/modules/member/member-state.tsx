import type { MemberRecord } from '@eyrie/domain';
import { Icon, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import './people.css';

/** State of a member as symbol and word. */
export function MemberState({ member }: { member: MemberRecord }): ReactNode {
  const text = useText();
  const state = !member.enabled ? 'disabled' : member.expired ? 'expired' : 'enabled';
  return (
    <span className="member-state">
      <StateSymbol
        state={state === 'enabled' ? 'live' : state === 'expired' ? 'attention' : 'offline'}
        heading={90}
        word={text(`member.state.${state}`)}
      />
      {state === 'enabled' && member.mustChange ? (
        <span className="member-must" title={text('member.mustChange')}>
          <Icon name="key" size={14} />
          <span className="ey-hidden">{text('member.mustChange')}</span>
        </span>
      ) : null}
    </span>
  );
}
