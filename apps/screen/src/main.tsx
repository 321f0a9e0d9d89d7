import '@eyrie/domain/no-eval';
import '@eyrie/ui/ui.css';
import '@eyrie/web/theme';
import { loadAllPhrases } from '@eyrie/web/language';
import { loadFonts } from '@eyrie/web/load-fonts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Frame } from './app/frame.tsx';
import { followAddress, start } from './platform/session.ts';

const root = document.querySelector('#root');

const run = async (): Promise<void> => {
  if (!root) return;
  // The code leaves the address before anything else is waited for.
  const started = start();
  followAddress();
  await loadAllPhrases();
  createRoot(root).render(
    <StrictMode>
      <Frame />
    </StrictMode>,
  );
  await loadFonts();
  await started;
};
void run();
