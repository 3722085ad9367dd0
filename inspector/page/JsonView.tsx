export const JsonView = ({ title, value }: { title: string; value: unknown }) => (
  <section className="json" aria-label={title}>
    <h2>{title}</h2>
    <pre>{JSON.stringify(value, undefined, 2) ?? 'nothing'}</pre>
  </section>
)
