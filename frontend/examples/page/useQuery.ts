import { useCallback, useEffect, useState } from 'react';

interface Outcome {
  readonly error: { readonly message: string } | null;
}

interface Answer<Row> extends Outcome {
  readonly data: Row[] | null;
  readonly count?: number | null;
}

/**
 * The rows of a query, and `run`, which makes a change and reads them again. `query` must be the same function while it
 * asks the same.
 */
export function useQuery<Row>(query: () => PromiseLike<Answer<Row>>) {
  const [answer, setAnswer] = useState<Answer<Row>>();
  const [failure, setFailure] = useState<string>();
  const load = useCallback(async () => setAnswer(await query()), [query]);
  useEffect(() => {
    let isCurrent = true;
    void query().then((read) => isCurrent && setAnswer(read));
    return () => {
      isCurrent = false;
    };
  }, [query]);
  const run = async (change: PromiseLike<Outcome>) => {
    const { error } = await change;
    setFailure(error?.message);
    await load();
  };
  return { rows: answer?.data, count: answer?.count, error: failure ?? answer?.error?.message, load, run };
}
