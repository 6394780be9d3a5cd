import styled from 'styled-components/native';

const Title = styled.Text`
  color: teal;
`;

export function HomeScreen() {
  return <Title>In teal</Title>;
}
