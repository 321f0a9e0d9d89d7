import '@eyrie/domain/no-eval';
import '@eyrie/ui/ui.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { start } from './app/start.ts';
import { Frame } from './app/frame.tsx';

const root = document.querySelector('#root');
if (root) {
  await start();
  createRoot(root).render(
    <StrictMode>
      <Frame />
    </StrictMode>,
  );
}
