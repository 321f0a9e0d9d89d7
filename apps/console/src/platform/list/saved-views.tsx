import { Icon } from '@eyrie/ui';
import { Button, Input, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ListAddress } from '../paging.ts';
import { useText } from '../text.tsx';
import { useKeptList } from './kept-views.ts';
import './list.css';

/** So many views a list, and so long a name: more would not be found again. */
const viewsMost = 20;
const nameMost = 40;

/** Filters and chosen columns by a name that the member gave them. */
export function SavedViews({ word, address }: { word: string; address: ListAddress<string> }): ReactNode {
  const text = useText();
  const [{ views, columns }, change] = useKeptList(word);
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);
  const typed = name.trim();
  const set = Object.fromEntries(Object.entries(address.values).filter(([, value]) => value !== ''));
  const save = (): void => {
    change({ views: [...views.filter((one) => one.name !== typed), { name: typed, filters: set, columns }] });
    setName('');
  };
  const mayAdd = views.length < viewsMost || views.some((one) => one.name === typed);
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="list-views ey-grid ey-gap-4">
          {views.length === 0 ? <p className="list-hint">{text('list.noViews')}</p> : null}
          {views.map((view) => (
            <div key={view.name}>
              <Button
                type="text"
                onClick={() => {
                  const none = Object.fromEntries(Object.keys(address.values).map((one) => [one, '']));
                  address.set({ ...none, ...view.filters });
                  if (view.columns) change({ columns: view.columns });
                  setOpen(false);
                }}
              >
                <bdi>{view.name}</bdi>
              </Button>
              <Button
                type="text"
                aria-label={text('list.viewRemove', { name: view.name })}
                icon={<Icon name="trash" size={14} />}
                onClick={() => change({ views: views.filter((one) => one !== view) })}
              />
            </div>
          ))}
          {address.any || Object.keys(columns).length > 0 ? (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (typed !== '' && mayAdd) save();
              }}
            >
              <Input
                aria-label={text('list.viewName')}
                placeholder={text('list.viewName')}
                value={name}
                count={{ max: nameMost }}
                onChange={({ target }) => setName(target.value)}
              />
              <Button htmlType="submit" disabled={typed === '' || typed.length > nameMost || !mayAdd}>
                {text('list.viewSave')}
              </Button>
            </form>
          ) : (
            <p className="list-hint">{text('list.viewHint')}</p>
          )}
        </div>
      }
    >
      <Button icon={<Icon name="eye" size={16} />}>{text('list.views')}</Button>
    </Popover>
  );
}
