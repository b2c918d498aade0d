// A GraphQL server as one writes it by hand: graphql-yoga, a resolver with fetch for each field.
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';

const { PORT, UPSTREAM, SDL } = process.env;
const get = async (path) => {
  const answer = await fetch(`${UPSTREAM}/customerdb/v3${path}`);
  return answer.ok ? answer.json() : null;
};
const schema = createSchema({
  typeDefs: SDL,
  resolvers: {
    Query: {
      getCustomers: () => get('/customers'),
      getCustomerById: (_root, { id }) => get(`/customers/${encodeURIComponent(id)}`),
    },
  },
});
createServer(createYoga({ schema, logging: false, graphiql: false, landingPage: false })).listen(
  Number(PORT),
  '127.0.0.1',
);
