/** The peer: node:http and the bare SQL, with nothing in between. */
import { createServer } from 'node:http';
import pg from 'pg';
import { answerQuestions } from '../process.ts';
import { bareList, type Question } from './bare.ts';

answerQuestions(async ({ url }: { url: string }) => {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      void bareList(pool, JSON.parse(body) as Question).then((data) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ code: 200, message: '', data }));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
});
