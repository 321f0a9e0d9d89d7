import '@eyrie/ui/ui.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { start } from './app/start.ts';
import { Frame } from './app/frame.tsx';
import { afterFrame } from './platform/after-frame.ts';
import { loadAppearance } from './platform/appearance.ts';
import { loadFirstPhrases } from './platform/language.ts';

const root = document.querySelector('#root');

/** No wait at the top of the module: what start() fetches imports this file's chunk, and would wait for it to end. */
const run = async (): Promise<void> => {
  if (!root) return;
  await Promise.all([start(), loadFirstPhrases()]);
  createRoot(root).render(
    <StrictMode>
      <Frame />
    </StrictMode>,
  );
  // The stored appearance is already applied; the form comes first.
  afterFrame(() => {
    document.querySelector('#first-fonts')?.setAttribute('media', 'all');
    void loadAppearance();
  });
};
void run();
