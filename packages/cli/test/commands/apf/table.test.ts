import { expect, test } from 'vitest';
import { cells, json, kubesem, problemsIn } from '../../support/run.js';

test('the default is the table of the documentation, to twelve digits', async () => {
  const { status, stdout } = await kubesem(['apf', 'table']);
  expect(status).toBe(0);
  expect(stdout).toBe(`HAND SIZE  QUEUES  1 ELEPHANT         4 ELEPHANTS        16 ELEPHANTS
12         32      4.42883839895e-09  0.114313488301     0.993508960766
10         32      1.55009343963e-08  0.0626479840224    0.975310151903
10         64      6.60182726837e-12  0.000455713209904  0.499999291501
9          64      3.6310049976e-11   0.000455012123041  0.428231487645
8          64      2.25929199851e-10  0.000488669705304  0.359351146811
8          128     6.99446138903e-13  3.40557901616e-06  0.0274617313716
7          128     1.05791228509e-11  6.96083937926e-06  0.0240615738634
7          256     7.59769546555e-14  6.72854714202e-08  0.000670966154253
6          256     2.71346266627e-12  2.95164640185e-07  0.0008895654642
6          512     4.1160629229e-14   4.98298335048e-09  2.26025764343e-05
6          1024    6.33732401651e-16  8.09060164313e-11  4.5174080629e-07
`);
});

test('other sizes', async () => {
  const sizes = ['--hand-size', '2', '--queues', '4', '--queues', '5', '--elephants', '1'];
  const { output } = await json(['apf', 'table', ...sizes]);
  expect(output.rows).toEqual(
    [
      [4, 1 / 6],
      [5, 1 / 10],
    ].map(([queues, probability = 0]) => ({
      handSize: 2,
      queues,
      probabilities: [{ elephants: 1, probability: expect.closeTo(probability, 12) }],
    })),
  );
});

test('one size alone is completed with the default of the API server', async () => {
  const byQueues = await json(['apf', 'table', '--queues', '16']);
  expect(byQueues.output.rows).toMatchObject([{ handSize: 8, queues: 16 }]);
  const byHand = await json(['apf', 'table', '--hand-size', '6']);
  expect(byHand.output.rows).toMatchObject([{ handSize: 6, queues: 64 }]);
});

test('numbers below 0.0001 have an exponent', async () => {
  const sizes = ['--hand-size', '1', '--queues', '10000', '--queues', '12500', '--elephants', '1'];
  const { stdout } = await kubesem(['apf', 'table', ...sizes]);
  expect(cells(stdout).slice(1)).toEqual([
    ['1', '10000', '0.0001'],
    ['1', '12500', '8e-05'],
  ]);
});

test('a hand of more queues than there are is an error', async () => {
  const { status, stderr } = await kubesem(['apf', 'table', '--hand-size', '9', '--queues', '8']);
  expect(status).toBe(2);
  expect(problemsIn(stderr)).toEqual(['error']);
});
