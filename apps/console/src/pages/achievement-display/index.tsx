import { ListPage, TabView } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { MediaResults } from '../../modules/media/index.ts';
import { UploadPanel } from '../../modules/upload/index.ts';
import { useText } from '../../platform/text.tsx';
import './achievement-display.css';

const tabs = [
  { key: 'photos', kind: 'photo', label: 'media.photos' },
  { key: 'videos', kind: 'video', label: 'media.videos' },
  { key: 'files', kind: 'other', label: 'media.files' },
] as const;

/** What flights brought home. */
export default function AchievementDisplayPage(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const open = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <ListPage title={text('permission./AchievementDisplay')}>
      <UploadPanel />
      <div className="achievement-display">
        <TabView
          open={open.key}
          onChoose={(next) => setQuery(next === tabs[0].key ? {} : { tab: next })}
          tabs={tabs.map(({ key, label }) => ({ key, label: text(label) }))}
        >
          <MediaResults key={open.kind} kind={open.kind} />
        </TabView>
      </div>
    </ListPage>
  );
}
