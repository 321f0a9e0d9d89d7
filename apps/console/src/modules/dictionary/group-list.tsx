import type { DictionaryGroup } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface GroupListProps {
  groups: readonly DictionaryGroup[];
  chosen: string | null;
  onChoose: (group: string) => void;
}

const matches = (group: DictionaryGroup, sought: string): boolean =>
  [group.group, ...Object.values(group.names)].some((one) => one.toLowerCase().includes(sought));

/** Groups of codes beside the table, with a search over every name. */
export function GroupList({ groups, chosen, onChoose }: GroupListProps): ReactNode {
  const text = useText();
  const [sought, setSought] = useState('');
  const shown = groups.filter((one) => matches(one, sought.trim().toLowerCase()));
  return (
    <section className="dictionary-groups ey-stack ey-gap-8" aria-label={text('dictionary.groups')}>
      <Input
        allowClear
        value={sought}
        count={{ max: 64 }}
        placeholder={text('dictionary.searchGroups')}
        aria-label={text('dictionary.searchGroups')}
        onChange={(event) => setSought(event.target.value)}
      />
      <ul>
        {shown.map((one) => (
          <li key={one.oid}>
            <button
              type="button"
              className="dictionary-group"
              aria-pressed={one.group === chosen}
              onClick={() => onChoose(one.group)}
            >
              <bdi className="dictionary-group-name">{one.groupName}</bdi>
              <span className="dictionary-group-facts">
                {text('dictionary.count', { count: one.count })}
                {one.builtIn ? (
                  <span className="dictionary-built-in">
                    <Icon name="lock" size={12} />
                    {text('dictionary.builtIn')}
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
